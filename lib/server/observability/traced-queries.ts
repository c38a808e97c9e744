import 'server-only'
import { trace } from '@opentelemetry/api'
import { env } from '@/lib/env'
import { traced } from './traced'

/** What a statement does, and to which table: the values in it are no part of that. */
export function summaryOf(statement: string): { operation: string; table?: string } {
  const [, operation = 'query'] = /^\W*(\w+)/.exec(statement) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?(\w+)/i.exec(statement) ?? []
  return { operation: operation.toUpperCase(), table }
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/**
 * Makes a span of each statement that a connection is asked for within a trace. Where nothing is traced it stays
 * as it is.
 * @returns the same connection
 */
export function tracedQueries<C extends { query: (...asked: never[]) => unknown }>(connection: C): C {
  if (!env().traces) return connection
  const { query } = connection
  const ask = (asked: unknown[]) => Reflect.apply(query, connection, asked) as unknown
  return Object.assign(connection, {
    query: (...asked: unknown[]) => {
      // A pool asks its connections with a callback, and has a span of its own around it.
      if (typeof asked.at(-1) === 'function' || !trace.getActiveSpan()) return ask(asked)
      const { operation, table } = summaryOf(textOf(asked[0]))
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.collection.name': table }
      return traced([operation, table].filter(Boolean).join(' '), attributes, async () => ask(asked))
    },
  })
}
