import etag from 'etag'
import { timetableCalendar } from '@/lib/content/pages/timetable'

/** Its addresses are those of the running site, and its weeks those that come: the build knows neither. */
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
