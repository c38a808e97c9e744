import type { PostSummary } from '@/lib/contract/content'
import { paths, tagWords } from '@/lib/site'

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>
}

type PostMetaProps = {
  post: PostSummary
  /** The tag whose list it stands in, which need not be named again. */
  under?: string
}

/** When it was written, how long it takes to read, and its first tag. */
export function PostMeta({ post: { written, minutes, tags }, under }: PostMetaProps) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <span>
        <Day iso={written} />
      </span>
      {minutes !== null && <span>{`${minutes} min read`}</span>}
      {tags[0] && tags[0] !== under && <span>{tagWords(tags[0])}</span>}
    </p>
  )
}

/** Who answers for a post, when it was written and last read against its sources, and how long it takes to read. */
export function Imprint({ post: { author, written, reviewed, minutes } }: { post: PostSummary }) {
  return (
    <div className="text-md text-muted">
      {/* The time stands beside the name, where there is room for it in any window. */}
      <p className="flex flex-wrap items-center gap-x-4">
        <span>
          {'By '}
          <a href={paths.by(author.slug)} rel="author" className="link tap print:text-text print:no-underline">
            {author.name}
          </a>
        </span>
        {minutes !== null && <span className="print:hidden">{`${minutes} min read`}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>
          Written <Day iso={written} />
        </span>
        {reviewed && (
          <span>
            Reviewed <Day iso={reviewed} />
          </span>
        )}
      </p>
    </div>
  )
}
