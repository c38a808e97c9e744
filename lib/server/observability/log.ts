import 'server-only'
import { isSpanContextValid, trace } from '@opentelemetry/api'
import pino from 'pino'
import { env } from '@/lib/env'
import { isQueryError } from '@/lib/server/db/failure'
import { redactLine } from './log-redaction'
import { requestId } from '@/lib/server/http/request-context'

let logger: pino.Logger | undefined

function spanIds() {
  const span = trace.getActiveSpan()?.spanContext()
  if (!span || !isSpanContextValid(span)) return {}
  return { trace_id: span.traceId, span_id: span.spanId, trace_flags: span.traceFlags.toString(16).padStart(2, '0') }
}

/** Never pass it a token, an email address, a uid or a request body. */
export function log(): pino.Logger {
  return (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['email', '*.email', 'headers', '*.headers', 'token', '*.token', 'authorization', 'uid', '*.uid'],
    serializers: { err: (error: unknown) => describe(error) },
    // Collectors know the word, not pino's number.
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
    mixin: () => ({ requestId: requestId(), ...spanIds() }),
    hooks: { streamWrite: redactLine },
  }))
}

const depth = 5

/** Omits properties of vendors' SDKs, such as requests and headers. */
function describe(error: unknown, left = depth): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? pick(error) : { message: String(error) }
  const cause = error.cause && left > 0 ? describe(error.cause, left - 1) : undefined
  // The message and stack contain the statement's values.
  if (isQueryError(error)) return { name: 'FailedQuery', cause }
  // The message contains the text.
  if (error instanceof SyntaxError) return { name: error.name }
  const code = 'code' in error ? String(error.code) : undefined
  return { name: error.name, message: error.message, code, stack: error.stack, cause }
}

/** Chargebee rejects with plain objects. */
function pick(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message: typeof message === 'string' ? message : undefined, api_error_code, http_status_code }
}
