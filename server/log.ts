import pino from 'pino'
import { env } from '@/lib/env'

let logger: pino.Logger | undefined

/** Same format as `lib/server/observability/log.ts`: a JSON object per line on standard output. */
export const log = (): pino.Logger =>
  (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
  }))
