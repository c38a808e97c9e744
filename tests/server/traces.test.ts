/** All spans reach the collector, without personal data. */
import { lines } from '@/tests/setup/captured-log'
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/server/db/client'
import { log, withSpan } from '@/lib/server/observability/log'
import { sendToUser } from '@/lib/server/email/outbox'
import { startTraces } from '@/lib/server/observability/traces'
import { startCollector, type Span } from '@/tests/setup/collector'
import { endpoints, type Endpoint } from '@/tests/setup/endpoint-table'
import { send } from '@/tests/setup/endpoints'
import { stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

const uid = 'uid-Of0neP3rs0nWh0Stutters'
const email = 'ada.lovelace@people.example'
const secret = 'in-a-query-of-somebody'
const forbidden = [uid, email, 'ada.lovelace', secret, 'sk_test', 'eyJ', '@people', '/v1/customers', 'stacks']

let collector: Awaited<ReturnType<typeof startCollector>>
let world: Awaited<ReturnType<typeof stage>>
let vendors: Awaited<ReturnType<typeof startVendors>>
let answer: Response
let spans: Span[]
let stopTraces: () => Promise<void>
let within: Record<string, unknown>

const tracer = () => trace.getTracer('as Next does')
const at = (path: string) => endpoints.find((endpoint) => endpoint.path === path) as Endpoint
const named = (name: string) => spans.filter((span) => span.name === name)
const below = (id: string | undefined): Span[] =>
  spans.filter(({ parent }) => parent === id).flatMap((span) => [span, ...below(span.id)])

/** Personal data that Next or a bug could put into a span. */
function talkative(): void {
  const remote = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED, isRemote: true }
  const parent = trace.setSpanContext(ROOT_CONTEXT, remote)
  const span = tracer().startSpan(
    `fetch GET https://vendor.example/v1/customers/${uid}?key=${secret}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.target': `/auth?oobCode=${secret}`,
        'http.url': `https://vendor.example/?${secret}`,
        'next.span_name': `GET /${uid}`,
        'http.route': '/blog/[slug]',
        'user.email': email,
        'client.address': '203.0.113.9',
      },
      links: [{ context: remote, attributes: { uid } }],
    },
    parent,
  )
  span.recordException(Object.assign(new TypeError(`no such person: ${email}`), { stack: `stacks of ${email}` }))
  span.addEvent(email, { uid })
  span.setStatus({ code: SpanStatusCode.ERROR, message: email }).end()
  tracer().startSpan(`GET /api/config?uid=${uid}#${secret}`).end()
}

beforeAll(async () => {
  collector = await startCollector()
  vendors = await startVendors()
  world = await stage({
    ...vendors.env,
    LOG_LEVEL: 'info',
    SMTP_URL: 'smtp://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const token = await world.identity.signIn(uid, { email })
  stopTraces = startTraces()

  answer = await withSpan('checkout', {}, () => send(at('/stripe/checkout-session'), uid, { token }))
  await vendors.fault({ vendor: 'stripe', drop: true, times: 20 })
  await withSpan('outage', {}, () => send(at('/billing/sync'), uid, { token }))
  await vendors.fault({ vendor: 'stripe', times: 0 })
  await withSpan('statements', {}, async () => {
    const db = await database()
    await db.transaction((tx) => tx.execute(sql`select ${email}::text as word`))
    await db.execute(sql`select ${email}::int`).catch(() => {})
  })
  await sendToUser({ id: 'a', to: email, subject: uid, text: secret }).catch(() => {})
  talkative()
  lines.length = 0
  await withSpan('said', {}, async () => log().info('within'))
  log().info('outside')
  within = JSON.parse(lines[0] ?? '')
  await stopTraces()
  spans = collector.spans()
})
afterAll(async () => {
  context.disable()
  trace.disable()
  await vendors.close()
  await world.close()
  await collector.close()
})

test('sends to the configured collector', () => {
  expect(collector.headers.every((headers) => headers['x-key'] === 'of the collector')).toBe(true)
  expect(spans[0]?.resource).toMatchObject({ 'service.name': 'unhurried', 'deployment.environment.name': 'test' })
})

test('sends no personal data', () => {
  const text = collector.text()
  expect(text.length).toBeGreaterThan(5000)
  for (const word of forbidden) expect(text.includes(word), word).toBe(false)
})

test('has spans for the provider and the statements of a checkout', () => {
  const inside = below(named('checkout')[0]?.id)
  expect(inside.find((span) => span.name === 'stripe openCheckout')).toMatchObject({ failed: false })
  const statements = inside.filter((span) => span.about['db.system.name'] === 'postgresql')
  expect(statements.map((span) => span.name)).toEqual(expect.arrayContaining([expect.stringMatching(/^INSERT \w+$/)]))
})

test('puts the request id on the span', () => {
  expect(answer.status).toBe(200)
  expect(named('checkout')[0]?.about['unhurried.request_id']).toBe(answer.headers.get('x-request-id'))
})

test('marks a failed vendor with an error type', () => {
  const inside = below(named('outage')[0]?.id)
  const failed = inside.filter((span) => span.failed)
  expect(failed.map((span) => span.name)).toEqual(expect.arrayContaining([expect.stringMatching(/^stripe /)]))
  for (const span of failed) expect(span.about['error.type']).toMatch(/^[\w.-]+$/)
})

test('has spans for statements, with the code of a failed one', () => {
  const statements = below(named('statements')[0]?.id)
  expect(statements.filter((span) => span.name === 'SELECT').map((span) => span.failed)).toEqual([false, true])
  expect(statements.find((span) => span.failed)?.about['error.type']).toBe('22P02')
})

test('keeps routes of Next, and drops addresses', () => {
  const [span] = named('fetch GET')
  expect(span).toMatchObject({ failed: true, trace: 'a'.repeat(32), parent: 'b'.repeat(16) })
  expect(span?.about).toEqual({ 'http.route': '/blog/[slug]' })
  expect(collector.text()).toContain('TypeError')
  expect(named('GET /api/config')).toHaveLength(1)
})

test('logs span ids and severity words', () => {
  expect(within).toMatchObject({ severity: 'INFO', trace_flags: '01', trace_id: named('said')[0]?.trace })
  expect(within.span_id).toBe(named('said')[0]?.id)
  expect(lines[1]).not.toContain('trace_id')
})
