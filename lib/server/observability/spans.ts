/** Spans around calls that leave this process. Without a recorder they do nothing. */
import 'server-only'
import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api'
import { env } from '@/lib/env'

export const tracer = () => trace.getTracer('unhurried')

/** The code or name of an error, because messages may contain personal data. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'rejected'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

export function markFailed(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/** The name and attributes must not contain personal data. */
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

export function summarizeStatement(statement: string): { operation: string; table?: string } {
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
