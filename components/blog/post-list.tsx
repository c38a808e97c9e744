import type { PostSummary } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

type PostListProps = {
  posts: readonly PostSummary[]
  /** The first one stands large, above the others. */
  lead?: boolean
  /** A list below something else: titles of the third level, and no drawings where the window is narrow. */
  minor?: boolean
  /** The tag that all of them have, which none of them names again. */
  under?: string
}

/** The one link of a post in a list. Its name is the title alone; what lies round it leads there too. */
function Title({ post: { slug, title } }: { post: PostSummary }) {
  return (
    <a href={paths.post(slug)} data-ahead="intent" className="post-title">
      <bdi>{title}</bdi>
    </a>
  )
}

function Lead({ post }: { post: PostSummary }) {
  return (
    <div className="group relative grid grid-cols-1 gap-x-16 gap-y-4 pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-y-6">
      <Cover
        slug={post.slug}
        shape="band"
        className="ground-sunken h-36 md:h-56 lg:col-span-2 lg:h-[clamp(14rem,30vw,24rem)]"
      />
      <h2 className="max-w-[22ch]">
        <Title post={post} />
      </h2>
      <div className="lg:pt-1">
        <p className="max-w-144 pb-2 text-lg">
          <bdi>{post.description}</bdi>
        </p>
        <PostMeta post={post} />
      </div>
    </div>
  )
}

/** Posts, one below the other, each with its drawing. */
export function PostList({ posts, lead, minor, under }: PostListProps) {
  const [first, ...others] = posts
  const Heading = minor ? 'h3' : 'h2'
  return (
    <>
      {lead && first && <Lead post={first} />}
      <ul>
        {(lead ? others : posts).map((post) => (
          <li key={post.slug} className="group post-row">
            <div>
              <Heading>
                <Title post={post} />
              </Heading>
              <p>
                <bdi>{post.description}</bdi>
              </p>
              <PostMeta post={post} under={under} />
            </div>
            <Cover slug={post.slug} className={`ground-sunken ${minor ? 'hidden md:block' : ''}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
