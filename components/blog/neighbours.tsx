import type { Around, PostSummary } from '@/lib/contract/content'
import { paths } from '@/lib/site'

function Neighbour({ post, name, rel, end }: { post: PostSummary; name: string; rel: string; end?: boolean }) {
  return (
    <a
      href={paths.post(post.slug)}
      rel={rel}
      className={`group block border-t border-hair py-6 text-text md:border-t-4 ${end ? 'md:col-start-2 md:border-accent md:text-end' : 'md:border-primary'}`}
    >
      <span className="block text-sm text-muted">{name}</span>
      <span className="mt-1 block text-lg text-balance group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4">
        <bdi>{post.title}</bdi>
      </span>
    </a>
  )
}

/** The posts written before and after this one. */
export function Neighbours({ newer, older }: Pick<Around, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <nav
      aria-label="Posts before and after"
      data-ahead="intent"
      className="mt-10 grid grid-cols-1 gap-x-16 first:mt-0 md:grid-cols-2"
    >
      {older && <Neighbour post={older} name="Written before this" rel="prev" />}
      {newer && <Neighbour post={newer} name="Written after this" rel="next" end />}
    </nav>
  )
}
