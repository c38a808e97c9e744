import 'server-only'
import type { Attributes, SpanContext } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/**
 * All that a span may say beside its name and its times. Next puts the whole address into others, and whatever it
 * adds one day stays inside until somebody has looked at it.
 */
const kept = new Set([
  'db.collection.name',
  'db.operation.name',
  'db.system.name',
  'error.type',
  'exception.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.route',
  'next.rsc',
  'next.span_type',
  'server.address',
  'server.port',
  'unhurried.request_id',
])

/** Steps of Next's own within one request, which hold nothing of ours and tell nobody anything. */
const steps = new Set([
  'AppRouteRouteModule.loadUserland',
  'Instrumentation.loadModule',
  'Instrumentation.register',
  'LoadComponents.loadRouteModule',
  'NextNodeServer.clientComponentLoading',
  'NextNodeServer.findPageComponents',
  'NextNodeServer.getLayoutOrPageModule',
  'NextNodeServer.startResponse',
  'RouteModule.prepare',
])

/** Whether a span is worth sending. */
export const isTelling = ({ attributes }: ReadableSpan): boolean => !steps.has(String(attributes['next.span_type']))

const clean = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => kept.has(name)))

/** Whoever sent the trace state may have put anything into it. */
const withoutState = ({ traceId, spanId, traceFlags, isRemote }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags,
  isRemote,
})

/** A name is made of routes and hosts; an address in it, and a query, would be of Next's making. */
const plainName = (name: string) => name.replace(/\S+:\/\/\S+|[?#]\S*/g, '').trim() || 'unnamed'

/**
 * The same span without what may speak of a person: addresses, messages of errors and their stacks, which repeat
 * what was typed. The log has them, redacted, under the same ids.
 */
export function cleanSpan(span: ReadableSpan): ReadableSpan {
  const { kind, startTime, endTime, duration, ended, resource, instrumentationScope } = span
  const own = withoutState(span.spanContext())
  return {
    name: plainName(span.name),
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    spanContext: () => own,
    parentSpanContext: span.parentSpanContext && withoutState(span.parentSpanContext),
    status: { code: span.status.code },
    attributes: clean(span.attributes),
    links: span.links.map(({ context }) => ({ context: withoutState(context) })),
    events: span.events
      .filter(({ name }) => name === 'exception')
      .map(({ name, time, attributes }) => ({ name, time, attributes: clean(attributes) })),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
