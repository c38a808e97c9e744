const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** When a page was last read against its sources; `on` is an ISO 8601 day. */
export function Reviewed({ on }: { on: string }) {
  return (
    <p className="mt-6 text-muted">
      Reviewed <time dateTime={on}>{day.format(new Date(on))}</time>
    </p>
  )
}
