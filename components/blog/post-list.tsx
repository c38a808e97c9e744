import type { PostSummary } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

type PostListProps = {
  posts: readonly PostSummary[]
  /** The first one stands large, above the others. */
  lead?: boolean
}

const underline = 'group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4'

function Lead({ post }: { post: PostSummary }) {
  return (
    <a href={paths.post(post.slug)} className="group grid grid-cols-1 gap-6 pb-16 text-text">
      <Cover slug={post.slug} shape="band" className="ground-sunken h-[clamp(14rem,30vw,24rem)]" />
      <h2 className={`max-w-[22ch] ${underline}`}>{post.title}</h2>
      <p className="max-w-144 text-lg">{post.description}</p>
      <PostMeta post={post} />
    </a>
  )
}

/** Posts, one below the other, each with its drawing. */
export function PostList({ posts, lead }: PostListProps) {
  const [first, ...others] = posts
  return (
    <>
      {lead && first && <Lead post={first} />}
      <ul>
        {(lead ? others : posts).map((post) => (
          <li key={post.slug} className="border-t border-hair">
            <a
              href={paths.post(post.slug)}
              className="group grid grid-cols-1 items-center gap-x-16 gap-y-4 py-6 text-text md:grid-cols-[minmax(0,1fr)_15rem]"
            >
              <div>
                <h2 className={`pb-1 text-xl tracking-tight ${underline}`}>{post.title}</h2>
                <p className="pb-2">{post.description}</p>
                <PostMeta post={post} />
              </div>
              <Cover slug={post.slug} className="ground-sunken order-first h-36 md:order-none" />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
