import { timetableAnswer } from '@/lib/content/pages/timetable'

/** Depends on the running site's origin and on the date. */
export const dynamic = 'force-dynamic'

export const GET = () => timetableAnswer('en')
