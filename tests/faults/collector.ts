import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { tokenHeader } from '@/lib/site'
import { standIn } from '@/local/vendors/settings'
import { startCollector } from '@/tests/setup/collector'
import type { Fault } from './fault'
import { withSite } from './support/client'
import type { Site } from './support/site'
import type { Outside } from './support/world'

/** Personal data, which must not be in any trace. */
const uid = 'uid-Of0neP3rs0nWh0Stutters'
const email = 'ada.lovelace@people.example'
const typed = 'words-that-somebody-typed'
const address = '203.0.113.9'
const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }

/** How long a process may take to exit: the collector's timeout, and room for a busy machine. */
const maxExitMs = 9000
const timeoutMs = 20_000

type Collector = Awaited<ReturnType<typeof startCollector>>
type Log = (line: string) => void

const settingsFor = (collector: Collector, level: string) => ({
  LOG_LEVEL: level,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
})

/** A webhook full of personal data. */
function webhook(): RequestInit {
  const object = { object: 'customer', id: 'cus_1', email, name: typed, metadata: { uid } }
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.updated', data: { object } })
  const { webhookSecret: secret } = standIn.stripe
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload: body, secret })
  return { method: 'POST', body, headers: { 'stripe-signature': signature } }
}

/** Requests of a browser and of programs, with the expected status. */
function requests(outside: Outside, token: string): [path: string, status: number, init?: RequestInit][] {
  const own = { [tokenHeader]: token, 'x-forwarded-for': address, 'user-agent': typed }
  const checkout = (vendor: 'stripe' | 'chargebee') => ({
    method: 'POST',
    headers: own,
    body: JSON.stringify(outside.checkoutBody(vendor)),
  })
  const traceparent = `00-${caller.trace}-${caller.span}-01`
  return [
    [`/faq?token=${token}&uid=${uid}&email=${encodeURIComponent(email)}`, 200],
    [`/blog/a-gap-in-pay?uid=${uid}`, 200],
    [`/blog/${typed}?uid=${uid}`, 404],
    [`/api/users/current-plan?uid=${uid}&q=${typed}`, 401],
    [`/api/users/current-plan?uid=${uid}`, 200, { headers: own }],
    [`/api/stripe/checkout-session?uid=${uid}`, 200, checkout('stripe')],
    [`/api/chargebee/checkout-session?uid=${uid}`, 200, checkout('chargebee')],
    ['/api/plans', 200, { headers: { traceparent, tracestate: `a=${typed}` } }],
    ['/api/stripe/webhook', 200, webhook()],
    [`/api/stripe/webhook?${typed}`, 400, { method: 'POST', body: JSON.stringify({ email }) }],
    [`/api/${typed}/${uid}`, 404],
  ]
}

const expectedSpans = [
  'GET /faq',
  'GET /blog/[slug]',
  'GET /api/users/current-plan',
  'POST /api/stripe/checkout-session',
  'stripe openCheckout',
  'chargebee openCheckout',
  'GET /api/plans',
  'POST /api/stripe/webhook',
]

/** A collector that works must have every span by the time the process has ended, without personal data. */
async function traceProblems(outside: Outside, site: Site, collector: Collector, log: Log): Promise<string[]> {
  const { identity } = outside
  const problems: string[] = []
  const expect = (isRight: boolean, problem: string) => void (isRight || problems.push(problem))
  await site.up()
  const token = await identity.signIn(uid, { email })
  const ids: (string | null)[] = []
  for (const [path, status, init] of requests(outside, token)) {
    const response = await fetch(site.url + path, { ...init, redirect: 'manual' })
    await response.text()
    expect(response.status === status, `${path}: ${response.status} instead of ${status}`)
    // Unknown addresses are answered before Next, without a span.
    if (path.startsWith('/api/') && status !== 404) ids.push(response.headers.get('x-request-id'))
  }
  await site.stop()
  const [spans, text] = [collector.spans(), collector.text()]
  log(`${spans.length} spans in ${text.length} bytes`)
  const [, claims = '', signature = ''] = token.split('.')
  for (const word of [uid, email, 'lovelace', typed, address, claims.slice(0, 40), signature.slice(0, 40), 'sk_test'])
    expect(!text.includes(word), `the traces contain ${word}`)
  const names = new Set(spans.map(({ name }) => name))
  for (const name of expectedSpans) expect(names.has(name), `there is no span ${name}`)
  const requestIds = new Set(spans.map(({ about }) => about['unhurried.request_id']))
  for (const id of ids) expect(id !== null && requestIds.has(id), `no span has the request id ${id}`)
  expect(
    spans.some((span) => span.trace === caller.trace && span.parent === caller.span),
    "the caller's trace was not continued",
  )
  const calls = spans.filter(({ about }) => about['server.address'] !== undefined)
  expect(calls.length > 0 && calls.every(({ parent }) => parent !== undefined), 'a vendor call belongs to no request')
  expect(
    spans.some(({ about }) => about['db.operation.name'] === 'INSERT'),
    'there is no span of a statement',
  )
  const lines = site.tail().split('\n')
  const line = JSON.parse(lines.findLast((one) => one.includes('"requestId"')) ?? '{}')
  expect(
    spans.some(({ trace, id }) => trace === line.trace_id && id === line.span_id),
    'a log line names no span that was sent',
  )
  return problems
}

/** A collector that hangs and then refuses must cost one log line, and nothing that people notice. */
async function failureProblems(site: Site, collector: Collector, log: Log): Promise<string[]> {
  const problems: string[] = []
  collector.state.behavior = 'hangs'
  await site.up()
  let slowest = 0
  let answers = 0
  const until = Date.now() + 60_000
  while (collector.calls() < 3 && Date.now() < until) {
    if (collector.calls() === 1) collector.state.behavior = 'refuses'
    for (const path of ['/', '/api/config', '/api/plans']) {
      const began = performance.now()
      const response = await fetch(site.url + path, { signal: AbortSignal.timeout(timeoutMs) })
      await response.text()
      answers++
      slowest = Math.max(slowest, performance.now() - began)
      if (response.status !== 200) problems.push(`${path}: ${response.status}`)
    }
    await sleep(100)
  }
  log(`${answers} answers with a failing collector, the slowest in ${Math.round(slowest)} ms`)
  if (collector.calls() < 3) problems.push('the collector was hardly called')
  const lines = site.tail().split('the collector refuses spans').length - 1
  if (lines !== 1) problems.push(`the log has ${lines} lines about the collector`)
  collector.state.behavior = 'hangs'
  const began = performance.now()
  await site.stop()
  const took = Math.round(performance.now() - began)
  log(`exited in ${took} ms`)
  if (took > maxExitMs) problems.push(`the process took ${took} ms to exit`)
  return problems
}

export const collectorFault: Fault = {
  name: 'collector',
  expects: 'traces describe requests, calls and statements without personal data; a failing collector is not noticed',
  async run(_full, log) {
    const [working, failing] = [await startCollector(), await startCollector()]
    try {
      const problems = await Promise.all([
        withSite(settingsFor(working, 'info'), ({ outside, site }) => traceProblems(outside, site, working, log)),
        withSite(settingsFor(failing, 'warn'), ({ site }) => failureProblems(site, failing, log)),
      ])
      return problems.flat()
    } finally {
      await Promise.all([working.close(), failing.close()])
    }
  },
}
