import 'server-only'
import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api'

/** What everything of ours is recorded under. Without a recorder it makes spans that are nothing. */
export const tracer = () => trace.getTracer('unhurried')

/** A word for what went wrong: its code, else its name. Never its message, which may repeat what somebody typed. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'rejected'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Marks a span as failed, with a word for what went wrong. */
export function fail(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

/**
 * Runs work that somebody outside this process may hold up, as a span of its own.
 * @param name and `attributes` say what kind of work it is, and nothing of whom it is for
 */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}
