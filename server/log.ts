import pino from 'pino'
import { env } from '@/lib/env'

let logger: pino.Logger | undefined

/** The same lines as the site's own log: one JSON object each, on standard output. */
export const log = (): pino.Logger =>
  (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
  }))
