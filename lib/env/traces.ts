import type { Reader } from './reader'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TracesEnv = { sampler: (typeof samplers)[number]; ratio: number }

/** OpenTelemetry's own variables. Its SDK reads the rest; null without an endpoint. */
export function readTraces(env: Reader): TracesEnv | null {
  const [own, all] = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].map((name) =>
    env.url(name, ['https:', 'http:']),
  )
  if ((own ?? all ?? null) === null || env.get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  const sampler = env.choice('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
  const ratio = Number(env.get('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) env.report('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return { sampler, ratio }
}
