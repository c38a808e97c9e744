/** Errors that no code has handled: they go to the log, a metric and, with `SENTRY_DSN`, to Sentry. */
import 'server-only'
import { env } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { log } from './log'
import { countError } from './metrics'

type ErrorSource = 'server' | 'browser'

type Report = {
  source: ErrorSource
  error: unknown
  /** A route or a page, never an address as it was asked for. */
  where: string
  /** What failed, such as `render` or `island`. */
  kind: string
}

const windowMinutes = 5

/** Errors per minute since 1970, of the last minutes. */
const recent = () => processState('recent-errors', () => new Map<number, Record<ErrorSource, number>>())

const minuteNow = () => Math.floor(Date.now() / 60_000)

/** Uncaught errors of this process per minute, on average over the last five. */
export function errorsPerMinute(): Record<ErrorSource, number> {
  const sum = { server: 0, browser: 0 }
  for (const [minute, { server, browser }] of recent()) {
    if (minute <= minuteNow() - windowMinutes) continue
    sum.server += server
    sum.browser += browser
  }
  return { server: sum.server / windowMinutes, browser: sum.browser / windowMinutes }
}

/** Counts an error that is logged elsewhere, and sends it to Sentry. */
export function recordError({ source, error, where, kind }: Report): void {
  const minute = minuteNow()
  const counts = recent().get(minute) ?? { server: 0, browser: 0 }
  counts[source] += 1
  recent().set(minute, counts)
  for (const old of recent().keys()) if (old <= minute - windowMinutes) recent().delete(old)
  countError(source)
  if (env().sentryDsn === null) return
  import('./sentry')
    .then(({ sendToSentry }) => sendToSentry(error, { source, kind, where }))
    .catch((err: unknown) => log().warn({ err }, 'Sentry could not be loaded'))
}

export function reportError(report: Report): void {
  const { source, error, where, kind } = report
  log().error({ source, kind, where, err: error }, 'uncaught error')
  recordError(report)
}
