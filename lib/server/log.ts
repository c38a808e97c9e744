import 'server-only'
import pino from 'pino'
import { env } from '@/lib/env'
import { isQueryError } from './db/failure'

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

/** Addresses and tokens that a vendor, or a failed statement, may quote. */
const scrub = (text: string) =>
  text.replace(/[^\s@"'<>,;:=]+@[^\s@"'<>,;]+/g, '[e-mail]').replace(/\bey[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')

/** An error without the properties that vendors' SDKs hang on it: requests and headers among them. */
export function describe(error: unknown): unknown {
  if (!(error instanceof Error)) {
    return { message: typeof error === 'object' ? pick(error) : scrub(String(error)) }
  }
  // Its message and stack repeat the values of the statement: a person's name, address and number.
  if (isQueryError(error)) return { name: 'FailedQuery', cause: describe(error.cause) }
  const code = 'code' in error ? String(error.code) : undefined
  return {
    name: error.name,
    message: scrub(error.message),
    code,
    stack: error.stack && scrub(error.stack),
    cause: error.cause && describe(error.cause),
  }
}

/** Chargebee rejects with plain objects; these three fields of them say what happened. */
function pick(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message: typeof message === 'string' ? scrub(message) : undefined, api_error_code, http_status_code }
}
