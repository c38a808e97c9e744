/** Log lines and spans, without personal data. */
import 'server-only'
import { isSpanContextValid, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api'
import pino from 'pino'
import { env } from '@/lib/env'
import { isQueryError } from '@/lib/server/http/errors'
import { requestId, personalWords } from '@/lib/server/http/request'

let logger: pino.Logger | undefined

function spanIds() {
  const span = trace.getActiveSpan()?.spanContext()
  if (!span || !isSpanContextValid(span)) return {}
  return { trace_id: span.traceId, span_id: span.spanId, trace_flags: span.traceFlags.toString(16).padStart(2, '0') }
}

/** Never pass it a token, email address, uid or request body. */
export function log(): pino.Logger {
  return (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['email', '*.email', 'headers', '*.headers', 'token', '*.token', 'authorization', 'uid', '*.uid'],
    serializers: { err: (error: unknown) => serializeError(error) },
    // Log collectors know the word, not pino's number.
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
    mixin: () => ({ requestId: requestId(), ...spanIds() }),
    hooks: { streamWrite: redactText },
  }))
}

const maxDepth = 5

/** Omits properties of vendors' errors, such as requests and headers. */
function serializeError(error: unknown, depthLeft = maxDepth): unknown {
  if (!(error instanceof Error))
    return typeof error === 'object' ? vendorErrorFields(error) : { message: String(error) }
  const cause = error.cause && depthLeft > 0 ? serializeError(error.cause, depthLeft - 1) : undefined
  // The message and stack contain the statement's values.
  if (isQueryError(error)) return { name: 'FailedQuery', cause }
  if (error instanceof SyntaxError) return { name: error.name }
  const code = 'code' in error ? String(error.code) : undefined
  return { name: error.name, message: error.message, code, stack: error.stack, cause }
}

/** Chargebee rejects with plain objects. */
function vendorErrorFields(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message: typeof message === 'string' ? message : undefined, api_error_code, http_status_code }
}

/** Secrets of vendors that have no recognizable form. */
function readSecrets(): string[] {
  const { chargebee, blog, revalidateSecret } = env()
  const basic = chargebee && Buffer.from(`${chargebee.webhookUser}:${chargebee.webhookPassword}`).toString('base64')
  const notionToken = blog.source === 'notion' ? blog.token : null
  return [chargebee?.apiKey, chargebee?.webhookPassword, basic, notionToken, revalidateSecret].filter(
    (word): word is string => Boolean(word),
  )
}

let secrets: string[] | undefined

const patterns: [RegExp, string][] = [
  // At most 64 characters, or matching would be quadratic. A slash before `@` marks a scoped package.
  [/[^\s@"\\<>,;:=?&/][^\s@"\\<>,;:=?&]{0,63}(?<!\/)(?:@|%(?:25){0,4}40)[^\s@"\\'<>,;]+/g, '[email]'],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[^\s"']+/gi, '[credentials]'],
  [/\b(?:(?:sk|rk|ek)_(?:test|live)_|whsec_|\w+_secret_|ya29\.)[\w.*-]+/g, '[secret]'],
]

/** Removes secrets, the words of this request's user, and whatever has the form of an address or a token. */
export function redactText(text: string): string {
  secrets ??= readSecrets()
  const words = [...personalWords(), ...secrets].flatMap((word) => [word, encodeURIComponent(word)])
  const withoutWords = words.reduce((left, word) => left.replaceAll(word, '[hidden]'), text)
  return patterns.reduce((left, [pattern, name]) => left.replace(pattern, name), withoutWords)
}

const tracer = () => trace.getTracer('unhurried')

/** The code or name of an error, because messages may contain personal data. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'rejected'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function markFailed(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/**
 * Records a call that leaves this process. Without a recorder it does nothing else.
 * @param name without personal data, like the attributes
 */
export function withSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

function summarizeStatement(statement: string): { operation: string; table?: string } {
  const [, operation = 'query'] = /^\W*(\w+)/.exec(statement) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?(\w+)/i.exec(statement) ?? []
  return { operation: operation.toUpperCase(), table }
}

const statementText = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

export function traceQueries<C extends { query: (...args: never[]) => unknown }>(connection: C): C {
  if (!env().traces) return connection
  const { query } = connection
  const runQuery = (args: unknown[]) => Reflect.apply(query, connection, args) as unknown
  return Object.assign(connection, {
    query: (...args: unknown[]) => {
      // Pools call their connections with a callback, and have a span already.
      if (typeof args.at(-1) === 'function' || !trace.getActiveSpan()) return runQuery(args)
      const { operation, table } = summarizeStatement(statementText(args[0]))
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.collection.name': table }
      return withSpan([operation, table].filter(Boolean).join(' '), attributes, async () => runQuery(args))
    },
  })
}
