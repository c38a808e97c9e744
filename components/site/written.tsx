type WrittenProps = {
  /** Sanitised by lib/content/pages/copy.ts. */
  html: string
  /** The inside of a paragraph, for a line among others; otherwise whole paragraphs. */
  inline?: boolean
  className?: string
}

/** Page copy from `content/`. A link to the prices in it may be changed before hydration (`early.ts`). */
export function Written({ html, inline, className = '' }: WrittenProps) {
  const given = { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true }
  return inline ? (
    <span className={`prose ${className}`} {...given} />
  ) : (
    <div className={`prose ${className}`} {...given} />
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** When a page was last read against its sources; `on` is an ISO 8601 day. */
export function Reviewed({ on }: { on: string }) {
  return (
    <p className="mt-6 text-muted">
      Reviewed <time dateTime={on}>{day.format(new Date(on))}</time>
    </p>
  )
}
