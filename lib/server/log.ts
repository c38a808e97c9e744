import 'server-only'
import pino from 'pino'
import { env } from '@/lib/env'

let logger: pino.Logger | undefined

/** Structured log on standard output. Never pass it a token, an e-mail address or a request body. */
export function log(): pino.Logger {
  return (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['email', '*.email', 'headers', '*.headers', 'token', '*.token', 'authorization'],
    serializers: { err: describe },
  }))
}

/** An error without the properties that vendors' SDKs hang on it: requests and headers among them. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: typeof error === 'object' ? pick(error) : String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  return {
    name: error.name,
    message: error.message,
    code,
    stack: error.stack,
    cause: error.cause && describe(error.cause),
  }
}

/** Chargebee rejects with plain objects; these three fields of them say what happened. */
function pick(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message, api_error_code, http_status_code }
}
