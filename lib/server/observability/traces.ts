import 'server-only'
import { context, propagation, trace } from '@opentelemetry/api'
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
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { Env } from '@/lib/env'
import { traceCalls } from './traced-calls'
import { endTracesWith } from './traces-end'
import { carefulExporter } from './traces-export'

type TracesEnv = NonNullable<Env['traces']>

function samplerOf({ sampler, ratio }: TracesEnv): Sampler {
  const [, byParent, kind] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const shares: Record<string, number> = { always_off: 0, traceidratio: ratio }
  const root = new TraceIdRatioBasedSampler(shares[kind ?? ''] ?? 1)
  return byParent ? new ParentBasedSampler({ root }) : root
}

/**
 * Begins to record and to send traces. Next makes spans of its own as soon as somebody records them, and takes up
 * the `traceparent` of a request. Spans leave in batches, beside the work: what a collector does not take in time
 * is dropped.
 */
export function startTraces(settings: TracesEnv): void {
  // Its spans of what is fetched are named by whole addresses, and ours are there anyway.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1'
  const resource = defaultResource()
    .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'unhurried' }))
    .merge(
      detectResources({
        detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
      }),
    )
  const exporter = carefulExporter(new OTLPTraceExporter())
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  traceCalls()
  endTracesWith(provider)
}
