import { timetableAnswer } from '@/lib/content/pages/timetable'
import { localeOfSegment } from '@/lib/locales'

/** Depends on the running site's origin and on the date. */
export const dynamic = 'force-dynamic'

export async function GET(_: Request, { params }: RouteContext<'/[locale]/sessions/timetable.ics'>) {
  const locale = localeOfSegment((await params).locale)
  return locale ? timetableAnswer(locale) : new Response(null, { status: 404 })
}
