import 'server-only'
import { isSpanContextValid, trace } from '@opentelemetry/api'
import pino from 'pino'
import { env } from '@/lib/env'
import { isQueryError } from '@/lib/server/db/failure'
import { redactLine } from './log-redaction'
import { requestId } from '@/lib/server/http/request-context'

let logger: pino.Logger | undefined

/** Where in a trace we are, by the names that OpenTelemetry has for logs outside of its own protocol. */
function spanIds() {
  const span = trace.getActiveSpan()?.spanContext()
  if (!span || !isSpanContextValid(span)) return {}
  return { trace_id: span.traceId, span_id: span.spanId, trace_flags: span.traceFlags.toString(16).padStart(2, '0') }
}

/**
 * Structured log on standard output, one JSON object a line; within a request each line has its id, and within
 * a trace those of the trace. Never pass it a token, an e-mail address, a uid or a request body.
 */
export function log(): pino.Logger {
  return (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['email', '*.email', 'headers', '*.headers', 'token', '*.token', 'authorization', 'uid', '*.uid'],
    serializers: { err: (error: unknown) => describe(error) },
    // Pino's numbers are its own; the word is read by every collector.
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
    mixin: () => ({ requestId: requestId(), ...spanIds() }),
    hooks: { streamWrite: redactLine },
  }))
}

/** How many causes of causes are told. */
const depth = 5

/** An error without the properties that vendors' SDKs hang on it: requests, answers and headers among them. */
function describe(error: unknown, left = depth): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? pick(error) : { message: String(error) }
  const cause = error.cause && left > 0 ? describe(error.cause, left - 1) : undefined
  // Its message and stack repeat the values of the statement: a person's name, address and number.
  if (isQueryError(error)) return { name: 'FailedQuery', cause }
  // A parser's message repeats what it could not read.
  if (error instanceof SyntaxError) return { name: error.name }
  const code = 'code' in error ? String(error.code) : undefined
  return { name: error.name, message: error.message, code, stack: error.stack, cause }
}

/** Chargebee rejects with plain objects; these three fields of them say what happened. */
function pick(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message: typeof message === 'string' ? message : undefined, api_error_code, http_status_code }
}
