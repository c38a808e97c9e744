import pino from 'pino'

/** The same lines as the site's own log: one JSON object each, on standard output. */
export const log = pino({
  level: process.env.LOG_LEVEL || 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
})
