import { processState } from '@/lib/process-state'

type Recent = { what: string; details: string; at: string; count: number }

const maxRecent = 50

/** What was reported last, by its text: a problem that stays is reported with each reading. */
const recent = () => processState('content-reports', () => new Map<string, Recent>())

/** The names `level` and `what` are taken: a field of that name would replace the message. */
type About = Record<string, unknown> & { level?: never; what?: never }

/** A problem of a post, for the log and for the owner's desk. */
export function report(what: string, about: About): void {
  console.warn(JSON.stringify({ level: 'warn', what, ...about }))
  const details = JSON.stringify(about)
  const key = what + details
  const count = (recent().get(key)?.count ?? 0) + 1
  recent().delete(key)
  recent().set(key, { what, details, at: new Date().toISOString(), count })
  for (const [oldest] of recent()) if (recent().size > maxRecent) recent().delete(oldest)
}

/** Newest first, since the start of the process. */
export const recentReports = (): Recent[] => [...recent().values()].toReversed()

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
