import { paths, tagWords } from '@/lib/site'
import { Silence } from './silence'

/** A tag that nothing has been written for yet: a rest, and the way to what there is. */
export function EmptyTag({ tag }: { tag: string }) {
  return (
    <div className="border-t border-hair py-10">
      <Silence />
      <p className="text-lg">Nothing has been written about “{tagWords(tag)}” yet.</p>
      <a href={paths.blog} className="link mt-2 tap font-semibold">
        Read all posts
      </a>
    </div>
  )
}
