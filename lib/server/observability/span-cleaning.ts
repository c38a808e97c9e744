/** Removes addresses, error messages and stacks from spans. The log has them, redacted, under the same ids. */
import 'server-only'
import type { Attributes, SpanContext } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/** All other attributes are dropped, such as Next's full addresses. */
const allowedAttributes = new Set([
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

const internalSteps = new Set([
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

export const isUseful = ({ attributes }: ReadableSpan): boolean =>
  !internalSteps.has(String(attributes['next.span_type']))

const cleanAttributes = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => allowedAttributes.has(name)))

/** Clients choose the trace state. */
const withoutState = ({ traceId, spanId, traceFlags, isRemote }: SpanContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags,
  isRemote,
})

/** Next may put an address with its query into the name. */
const cleanName = (name: string) => name.replace(/\S+:\/\/\S+|[?#]\S*/g, '').trim() || 'unnamed'

export function cleanSpan(span: ReadableSpan): ReadableSpan {
  const { kind, startTime, endTime, duration, ended, resource, instrumentationScope } = span
  const spanContext = withoutState(span.spanContext())
  return {
    name: cleanName(span.name),
    kind,
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    spanContext: () => spanContext,
    parentSpanContext: span.parentSpanContext && withoutState(span.parentSpanContext),
    status: { code: span.status.code },
    attributes: cleanAttributes(span.attributes),
    links: span.links.map(({ context }) => ({ context: withoutState(context) })),
    events: span.events
      .filter(({ name }) => name === 'exception')
      .map(({ name, time, attributes }) => ({ name, time, attributes: cleanAttributes(attributes) })),
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
