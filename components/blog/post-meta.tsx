import type { PostSummary } from '@/lib/contract/content'

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>
}

/** When it was written and reviewed, and how long it takes to read. */
export function PostMeta({ post, full }: { post: PostSummary; full?: boolean }) {
  const { written, reviewed, minutes, tags } = post
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <span>
        {full && 'Written '}
        <Day iso={written} />
      </span>
      {full && reviewed && (
        <span>
          Reviewed <Day iso={reviewed} />
        </span>
      )}
      {minutes !== null && <span>{minutes} min read</span>}
      {!full && <span>{tags[0]?.replaceAll('-', ' ')}</span>}
    </p>
  )
}
