import etag from 'etag'
import { timetableCalendar } from '@/lib/content/pages/timetable'

/** Depends on the running site's origin and on the date. */
export const dynamic = 'force-dynamic'

export function GET() {
  const text = timetableCalendar()
  return new Response(text, {
    headers: {
      ETag: etag(text, { weak: true }),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="unhurried-example-week.ics"',
      'Cache-Control': 'public, max-age=300',
    },
  })
}
