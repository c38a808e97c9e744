/** Records traces and sends them to a collector. Loaded only if one is configured. */
import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { context, propagation, SpanKind, trace, type Span } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { Env } from '@/lib/env'
import { log } from './log'
import { cleanSpan, isUseful } from './span-cleaning'
import { errorType, markFailed, tracer } from './spans'

type TracesEnv = NonNullable<Env['traces']>

const shutdownMs = 2000

function samplerOf({ sampler, ratio }: TracesEnv): Sampler {
  const [, byParent, kind] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const ratios: Record<string, number> = { always_off: 0, traceidratio: ratio }
  const root = new TraceIdRatioBasedSampler(ratios[kind ?? ''] ?? 1)
  return byParent ? new ParentBasedSampler({ root }) : root
}

const success = 0

export function cleanExporter(exporter: SpanExporter): SpanExporter {
  let isFailing = false
  return {
    export(callSpans: ReadableSpan[], done) {
      const exportedSpans = callSpans.filter(isUseful).map(cleanSpan)
      if (exportedSpans.length === 0) return done({ code: success })
      exporter.export(exportedSpans, (result) => {
        const hasFailed = result.code !== success
        if (hasFailed && !isFailing) log().warn({ err: result.error }, 'the collector refuses spans')
        if (!hasFailed && isFailing) log().info('the collector accepts spans again')
        isFailing = hasFailed
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

const spans = new WeakMap<object, Span>()

/** @param origin without the path, which could identify a person */
function startCallSpan(request: object, method: string, origin: string | URL): void {
  // Jobs would make a trace per call.
  if (!trace.getActiveSpan()) return
  const { host, hostname, port } = new URL(origin)
  const attributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': port ? Number(port) : undefined,
  }
  spans.set(request, tracer().startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
}

function setCallStatus(request: object, status: number): void {
  const span = spans.get(request)
  span?.setAttribute('http.response.status_code', status)
  if (status >= 400) markFailed(span, String(status))
}

function endCallSpan(request: object, error?: Error): void {
  const span = spans.get(request)
  if (error) markFailed(span, errorType(error))
  span?.end()
  spans.delete(request)
}

type Undici = { request: { method: string; origin: string | URL }; response: { statusCode: number }; error: Error }
type NodeClient = { request: ClientRequest; response: IncomingMessage; error: Error }

function traceCalls(): void {
  const on = <Message>(channel: string, listener: (message: Message) => void) =>
    subscribe(channel, (message) => listener(message as Message))
  on<Undici>('undici:request:create', ({ request }) => startCallSpan(request, request.method, request.origin))
  on<Undici>('undici:request:headers', ({ request, response }) => setCallStatus(request, response.statusCode))
  on<Undici>('undici:request:trailers', ({ request }) => endCallSpan(request))
  on<Undici>('undici:request:error', ({ request, error }) => endCallSpan(request, error))
  on<NodeClient>('http.client.request.created', ({ request }) =>
    startCallSpan(request, request.method, `${request.protocol}//${request.getHeader('host')}`),
  )
  on<NodeClient>('http.client.response.finish', ({ request, response }) => {
    setCallStatus(request, response.statusCode ?? 0)
    endCallSpan(request)
  })
  on<NodeClient>('http.client.request.error', ({ request, error }) => endCallSpan(request, error))
}

/** Returns a function that flushes spans within two seconds and never throws. */
export function startTraces(settings: TracesEnv): () => Promise<void> {
  // Next names fetch spans by full address, so we make our own.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'unhurried' }))
      .merge(detectResources({ detectors })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: cleanExporter(new OTLPTraceExporter()) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  traceCalls()
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, shutdownMs).unref())
    await Promise.race([provider.shutdown().catch(() => {}), timeout])
  }
}
