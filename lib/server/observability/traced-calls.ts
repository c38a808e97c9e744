import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { SpanKind, trace, type Span } from '@opentelemetry/api'
import { errorType, fail, tracer } from './traced'

/** Requests that are under way, as the client has them. */
const spans = new WeakMap<object, Span>()

/** @param origin without what stands behind the host, which may name a person */
function begin(request: object, method: string, origin: string | URL): void {
  // Only within a trace: what nobody waits for would make many of one span each.
  if (!trace.getActiveSpan()) return
  const { host, hostname, port } = new URL(origin)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port ? Number(port) : undefined,
  }
  spans.set(request, tracer().startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
}

function answered(request: object, status: number): void {
  const span = spans.get(request)
  span?.setAttribute('http.response.status_code', status)
  if (status >= 400) fail(span, String(status))
}

function end(request: object, error?: Error): void {
  const span = spans.get(request)
  if (error) fail(span, errorType(error))
  span?.end()
  spans.delete(request)
}

/** What fetch and undici say of their requests, and Node's own client of its. */
type Undici = { request: { method: string; origin: string | URL }; response: { statusCode: number }; error: Error }
type NodeClient = { request: ClientRequest; response: IncomingMessage; error: Error }

/** Makes a span of each call to a host outside, whichever client makes it, by what the clients themselves tell Node. */
export function traceCalls(): void {
  const hear = <Message>(channel: string, listener: (message: Message) => void) =>
    subscribe(channel, (message) => listener(message as Message))
  hear<Undici>('undici:request:create', ({ request }) => begin(request, request.method, request.origin))
  hear<Undici>('undici:request:headers', ({ request, response }) => answered(request, response.statusCode))
  hear<Undici>('undici:request:trailers', ({ request }) => end(request))
  hear<Undici>('undici:request:error', ({ request, error }) => end(request, error))
  hear<NodeClient>('http.client.request.created', ({ request }) =>
    begin(request, request.method, `${request.protocol}//${request.getHeader('host')}`),
  )
  hear<NodeClient>('http.client.response.finish', ({ request, response }) => {
    answered(request, response.statusCode ?? 0)
    end(request)
  })
  hear<NodeClient>('http.client.request.error', ({ request, error }) => end(request, error))
}
