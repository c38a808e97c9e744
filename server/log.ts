import pino from 'pino'
import { env } from '@/lib/env'

let logger: pino.Logger | undefined

/** Writes the same lines as `lib/server/observability/log.ts`: one JSON object each, on standard output. */
export const log = (): pino.Logger =>
  (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
  }))
