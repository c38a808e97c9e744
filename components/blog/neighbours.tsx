import type { Around, PostSummary } from '@/lib/contract/content'
import { paths } from '@/lib/site'

function Neighbour({ post, name, rel }: { post: PostSummary; name: string; rel: 'prev' | 'next' }) {
  return (
    <a href={paths.post(post.slug)} rel={rel} className="group neighbour">
      <span className="block text-sm text-muted">{name}</span>
      <span className="post-title mt-1 block text-lg">
        <bdi>{post.title}</bdi>
      </span>
    </a>
  )
}

/** The posts written before and after this one. */
export function Neighbours({ newer, older }: Pick<Around, 'newer' | 'older'>) {
  if (!newer && !older) return null
  return (
    <nav aria-label="Posts before and after" data-ahead="intent" className="neighbours">
      {older && <Neighbour post={older} name="Written before this" rel="prev" />}
      {newer && <Neighbour post={newer} name="Written after this" rel="next" />}
    </nav>
  )
}
