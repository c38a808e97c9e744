import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest } from '@/components/ui/score'
import { paths } from '@/lib/site'

const marks = [rest(0, 60, 480, areaOf([150]), 'above-rest')]

/** A tag that nothing has been written for yet: a rest, and the way to what there is. */
export function EmptyTag({ tag }: { tag: string }) {
  return (
    <div className="border-t border-hair py-10">
      <Drawing width={480} height={76} marks={marks} line={60} className="mb-6 w-full max-w-120 overflow-hidden!" />
      <p className="text-lg">Nothing has been written about “{tag.replaceAll('-', ' ')}” yet.</p>
      <a href={paths.blog} className="link mt-2 inline-flex min-h-11 items-center font-semibold">
        Read all posts
      </a>
    </div>
  )
}
