/**
 * Traces of two built sites: one whose collector takes them, where every byte is looked through, and one whose
 * collector says nothing and then refuses.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { tokenHeader } from '@/lib/site'
import { freePort } from '@/local/ports'
import { createVendors } from '@/local/vendors/app'
import { standIn } from '@/local/vendors/settings'
import { startIdentity, type FakeIdentity } from '@/tests/fakes/identity'
import { startCollector } from '@/tests/setup/collector'
import type { Fault } from './fault'
import { startSite, type Site } from './site'

const uid = 'uid-Of0neP3rs0nWh0Stutters'
const email = 'ada.lovelace@people.example'
const typed = 'words-that-somebody-typed'
const address = '203.0.113.9'
const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }

/** Milliseconds that a process may take to end: what a collector may hold it up, and room for a busy machine. */
const endMs = 9000

/** Milliseconds after which an answer beside a collector that hangs counts as none, on a busy machine. */
const answerMs = 20_000

type Collector = Awaited<ReturnType<typeof startCollector>>

/** The stand-ins of both providers, which have nothing to tell anybody. */
async function startProviders() {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-collector-'))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const settings = { origin: base, siteOrigin: base, siteAddress: base, identityAddress: null, ...standIn }
  const vendors = createVendors(settings, join(folder, 'vendors.json'))
  const server = createServer(vendors.app)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    env: {
      STRIPE_SECRET_KEY: standIn.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
      STRIPE_PRICE_IDS: 'price_monthly_usd',
      STRIPE_API_BASE: base,
      CHARGEBEE_SITE: 'local',
      CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
      CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
      CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
      CHARGEBEE_ITEM_PRICE_IDS: 'plan-monthly-USD',
      CHARGEBEE_API_BASE: base,
    },
    async close() {
      vendors.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Providers = Awaited<ReturnType<typeof startProviders>>

async function siteWith(collector: Collector, level: string, identity: FakeIdentity, providers: Providers) {
  const port = await freePort()
  return startSite(port, {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DEPLOYMENT: 'local',
    LOG_LEVEL: level,
    SITE_ORIGIN: `http://localhost:${port}`,
    REVALIDATE_SECRET: 'revalidate-secret',
    ...identity.env,
    ...providers.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
  })
}

/** A message of the provider's that is full of a person. */
function message(): RequestInit {
  const object = { object: 'customer', id: 'cus_1', email, name: typed, metadata: { uid } }
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.updated', data: { object } })
  const { webhookSecret: secret } = standIn.stripe
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload: body, secret })
  return { method: 'POST', body, headers: { 'stripe-signature': signature } }
}

/** Each address as a browser or a program might ask for it, with the status that is right. */
function walk(site: Site, token: string): [string, number, RequestInit?][] {
  const own = { [tokenHeader]: token, 'x-forwarded-for': address, 'user-agent': typed }
  const origin = site.url.replace('127.0.0.1', 'localhost')
  const checkout = (priceId: string) => ({
    method: 'POST',
    headers: own,
    body: JSON.stringify({ priceId, successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }),
  })
  const traceparent = `00-${caller.trace}-${caller.span}-01`
  return [
    [`/faq?token=${token}&uid=${uid}&email=${encodeURIComponent(email)}`, 200],
    [`/blog/a-gap-in-pay?uid=${uid}`, 200],
    [`/blog/${typed}?uid=${uid}`, 404],
    [`/api/users/current-plan?uid=${uid}&q=${typed}`, 401],
    [`/api/users/current-plan?uid=${uid}`, 200, { headers: own }],
    [`/api/stripe/checkout-session?uid=${uid}`, 200, checkout('price_monthly_usd')],
    [`/api/chargebee/checkout-session?uid=${uid}`, 200, checkout('plan-monthly-USD')],
    ['/api/plans', 200, { headers: { traceparent, tracestate: `a=${typed}` } }],
    ['/api/stripe/webhook', 200, message()],
    [`/api/stripe/webhook?${typed}`, 400, { method: 'POST', body: JSON.stringify({ email }) }],
    [`/api/${typed}/${uid}`, 404],
  ]
}

/** What a collector that takes everything has to have by the time the process has ended. */
async function told(site: Site, collector: Collector, identity: FakeIdentity, say: (line: string) => void) {
  const problems: string[] = []
  const hold = (holds: boolean, sentence: string) => void (holds || problems.push(sentence))
  await site.up()
  identity.accounts.set(uid, { validSince: '0' })
  const token = await identity.token(uid, { email })
  const ids: (string | null)[] = []
  for (const [path, status, init] of walk(site, token)) {
    const response = await fetch(site.url + path, { ...init, redirect: 'manual' })
    await response.text()
    hold(response.status === status, `${path} answered ${response.status}, not ${status}`)
    // Unknown addresses are answered before Next, without a span.
    if (path.startsWith('/api/') && status !== 404) ids.push(response.headers.get('x-request-id'))
  }
  await site.stop()
  const [spans, text] = [collector.spans(), collector.text()]
  say(`${spans.length} spans in ${text.length} bytes`)
  const [, claims = '', signature = ''] = token.split('.')
  for (const word of [uid, email, 'lovelace', typed, address, claims.slice(0, 40), signature.slice(0, 40), 'sk_test'])
    hold(!text.includes(word), `what was sent contains ${word}`)
  for (const name of [
    'GET /faq',
    'GET /blog/[slug]',
    'GET /api/users/current-plan',
    'POST /api/stripe/checkout-session',
    'stripe openCheckout',
    'chargebee openCheckout',
    'GET /api/plans',
    'POST /api/stripe/webhook',
  ])
    hold(
      spans.some((span) => span.name === name),
      `there is no span ${name}`,
    )
  const requests = new Set(spans.map(({ about }) => about['unhurried.request_id']))
  for (const id of ids) hold(id !== null && requests.has(id), `no span has the request's id ${id}`)
  hold(
    spans.some((span) => span.trace === caller.trace && span.parent === caller.span),
    'the trace of the caller was not continued',
  )
  const calls = spans.filter(({ about }) => about['server.address'] !== undefined)
  hold(calls.length > 0 && calls.every(({ parent }) => parent !== undefined), 'a call outside belongs to no request')
  hold(
    spans.some(({ about }) => about['db.operation.name'] === 'INSERT'),
    'there is no span of a statement',
  )
  const last = site
    .tail()
    .split('\n')
    .findLast((line) => line.includes('"requestId"'))
  const { trace_id, span_id } = JSON.parse(last ?? '{}') as { trace_id?: string; span_id?: string }
  hold(
    spans.some(({ trace, id }) => trace === trace_id && id === span_id),
    'a line of the log names no span that was sent',
  )
  return problems
}

/** What people notice of a collector that hangs, and then refuses: nothing; and the log one line. */
async function lived(site: Site, collector: Collector, say: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  collector.mood.does = 'hangs'
  await site.up()
  let slowest = 0
  let asked = 0
  const until = Date.now() + 60_000
  while (collector.calls() < 3 && Date.now() < until) {
    if (collector.calls() === 1) collector.mood.does = 'refuses'
    for (const path of ['/', '/api/config', '/api/plans']) {
      const began = performance.now()
      const response = await fetch(site.url + path, { signal: AbortSignal.timeout(answerMs) })
      await response.text()
      asked++
      slowest = Math.max(slowest, performance.now() - began)
      if (response.status !== 200) problems.push(`${path} answered ${response.status}`)
    }
    await sleep(100)
  }
  say(`${asked} answers beside a collector that hangs and refuses, the slowest in ${Math.round(slowest)} ms`)
  if (collector.calls() < 3) problems.push('the collector was hardly asked')
  const lines = site.tail().split('does not take our spans').length - 1
  if (lines !== 1) problems.push(`the log has ${lines} lines about the collector`)
  collector.mood.does = 'hangs'
  const began = performance.now()
  await site.stop()
  const took = Math.round(performance.now() - began)
  say(`ended in ${took} ms`)
  if (took > endMs) problems.push(`the process took ${took} ms to end`)
  return problems
}

export const collectorFault: Fault = {
  name: 'collector',
  holds: 'traces tell of requests, calls and statements and never of a person; a collector that fails is not noticed',
  async run(_, say) {
    const collectors = [await startCollector(), await startCollector()] as const
    const identity = await startIdentity()
    const providers = await startProviders()
    const sites: Site[] = []
    try {
      const open = await siteWith(collectors[0], 'info', identity, providers)
      sites.push(open)
      const hung = await siteWith(collectors[1], 'warn', identity, providers)
      sites.push(hung)
      const problems = await Promise.all([told(open, collectors[0], identity, say), lived(hung, collectors[1], say)])
      return problems.flat()
    } finally {
      await Promise.all(sites.map((site) => site.stop()))
      await Promise.all([providers.close(), identity.close(), ...collectors.map((collector) => collector.close())])
    }
  },
}
