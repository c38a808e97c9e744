import { processState } from '@/lib/process-state'

type Recent = { message: string; details: string; at: string; count: number }

const maxRecent = 50

/** By text, because each reading reports a lasting problem again. */
const recent = () => processState('content-reports', () => new Map<string, Recent>())

/** Such fields would replace the message. */
type Details = Record<string, unknown> & { level?: never; msg?: never }

/** Reports a post's problem to the log and the owner's desk. */
export function report(message: string, about: Details): void {
  console.warn(JSON.stringify({ level: 'warn', msg: message, ...about }))
  const details = JSON.stringify(about)
  const key = message + details
  const count = (recent().get(key)?.count ?? 0) + 1
  recent().delete(key)
  recent().set(key, { message, details, at: new Date().toISOString(), count })
  for (const [oldest] of recent()) if (recent().size > maxRecent) recent().delete(oldest)
}

/** Newest first. */
export const recentReports = (): Recent[] => [...recent().values()].toReversed()

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
