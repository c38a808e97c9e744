import etag from 'etag'
import { timetable, timetableCalendar } from '@/lib/content/pages/timetable'

/** Depends on the running site's origin and on the date. */
export const dynamic = 'force-dynamic'

export function GET() {
  if (timetable.calls.length === 0) return new Response(null, { status: 404 })
  const text = timetableCalendar(timetable)
  return new Response(text, {
    headers: {
      ETag: etag(text, { weak: true }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="unhurried-group-calls.ics"',
      'Cache-Control': 'public, max-age=300',
    },
  })
}
