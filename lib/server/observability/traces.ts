/** Records traces and sends them to a collector. Loaded only if one is configured. */
import 'server-only'
import { context, diag, DiagLogLevel, propagation, trace, type Attributes } from '@opentelemetry/api'
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
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import { log } from './log'

const shutdownMs = 2000

/** All other attributes may contain addresses or messages. The log has those, redacted, under the same ids. */
const allowedAttributes = new Set([
  'db.collection.name',
  'db.operation.name',
  'db.system.name',
  'error.type',
  'exception.type',
  'http.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.route',
  'next.span_type',
  'server.address',
  'unhurried.request_id',
])

const withoutPersonalData = (attributes: Attributes = {}): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => allowedAttributes.has(name)))

class PrivateSpanExporter extends OTLPTraceExporter {
  override export(spans: ReadableSpan[], done: Parameters<OTLPTraceExporter['export']>[1]): void {
    const overrides = (span: ReadableSpan) => ({
      // Next may put an address with its query into the name.
      name: {
        value:
          span.name
            .slice(0, 200)
            .replace(/\S+:\/\/\S+|[?#]\S*/g, '')
            .trim() || 'unnamed',
      },
      attributes: { value: withoutPersonalData(span.attributes) },
      status: { value: { code: span.status.code } },
      links: { value: [] },
      events: {
        value: span.events
          .filter(({ name }) => name === 'exception')
          .map((event) => ({ ...event, attributes: withoutPersonalData(event.attributes) })),
      },
    })
    super.export(
      spans.map((span) => Object.create(span, overrides(span)) as ReadableSpan),
      done,
    )
  }
}

/** Returns a function that flushes spans within two seconds and never throws. */
export function startTraces(): () => Promise<void> {
  // Next names fetch spans by full address.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  const ignore = () => {}
  const warn = (message: string) => log().warn({ reason: message }, 'spans could not be sent')
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR)
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'unhurried' }))
      .merge(detectResources({ detectors })),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new PrivateSpanExporter() })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, shutdownMs).unref())
    await Promise.race([provider.shutdown().catch(() => {}), timeout])
  }
}
