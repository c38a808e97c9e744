import type { Reader } from './reader'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Which traces are kept: `ratio` is a share from 0 to 1, of which only two samplers take notice. */
export type TracesEnv = { sampler: (typeof samplers)[number]; ratio: number }

/**
 * Traces, by OpenTelemetry's own variables. Where they go, with which headers and in whose name is read by its
 * SDK; null without an address: nothing is recorded then, and the other variables are nobody's business.
 */
export function readTraces(env: Reader): TracesEnv | null {
  const [own, all] = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].map((name) =>
    env.url(name, ['https:', 'http:']),
  )
  if ((own ?? all ?? null) === null || env.get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  const sampler = env.choice('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on')
  const ratio = Number(env.get('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) env.say('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return { sampler, ratio }
}
