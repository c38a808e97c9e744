/** Requests of users, publishers and vendors to one site, and checks of its responses. */
import { setTimeout as sleep } from 'node:timers/promises'
import { consentWording } from '@/lib/contract/plan-words'
import { consentHeader, tokenHeader } from '@/lib/site'
import { freePort } from '@/local/ports'
import { startSite, type Site } from './site'
import { signedWebhook, startOutside, type Outside, type Vendor, type Webhook } from './world'

export type Client = ReturnType<typeof createClient>

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are JSON of many shapes, judged by the tests
export type Answer = { status: number; body: any; headers: Headers }
type TimedAnswer = Answer & { ms: number }

type Request = { method?: string; body?: object | string; headers?: Record<string, string>; token?: string | null }

/** Longer than the site's own time limits: a request that takes longer hangs. */
const timeoutMs = 20_000

function createClient(outside: Outside, site: Pick<Site, 'url'>) {
  async function send(path: string, { method, body, headers }: Request = {}): Promise<TimedAnswer> {
    const began = performance.now()
    const response = await fetch(site.url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      ms: Math.round(performance.now() - began),
    }
  }

  return {
    send,
    /** Calls the API as a signed-in person. */
    async call(uid: string, path: string, request: Request = {}): Promise<TimedAnswer> {
      const token = request.token ?? (await outside.token(uid))
      return send(`/api${path}`, { ...request, headers: { ...request.headers, [tokenHeader]: token } })
    },
    deliver(webhook: Webhook): Promise<TimedAnswer> {
      const { path, headers } = signedWebhook(outside.now(), webhook)
      return send(path, { headers, body: webhook.body })
    },
    /** Sends the contact form. */
    contact: (name: string, message: string) =>
      send('/api/contact', { body: { name: 'Ada', email: `${name}@people.example`, message } }),
    /** With the operator's secret, so that the site checks every part now. */
    health: () => send('/api/health', { headers: { 'x-revalidate-secret': outside.env.REVALIDATE_SECRET } }),
  }
}

/** Runs a test against one site and everything that is outside it, and stops all of it. */
export async function withSite<T>(
  env: Record<string, string>,
  run: (parts: { outside: Outside; site: Site; client: Client }) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const outside = await startOutside(`http://localhost:${port}`)
  const site = await startSite(port, { ...outside.env, ...env })
  try {
    return await run({ outside, site, client: createClient(outside, site) })
  } finally {
    await site.stop()
    await outside.stop()
  }
}

/** Stores the person's record. A name replaces the stored one. */
export const signUp = ({ call }: Client, uid: string, name: string | null = null) =>
  call(uid, '/users/insert-or-update', {
    body: { uid, name, username: name, email: `${uid}@people.example`, providerId: 'password', phone: null },
  })

/**
 * Signs up, opens a payment page and pays there.
 * @returns the vendor's webhooks about it, which the site has not received yet
 * @throws when there is no payment page
 */
export async function buy(outside: Outside, client: Client, uid: string, vendor: Vendor): Promise<Webhook[]> {
  outside.identity.accounts.set(uid, {})
  const made = await signUp(client, uid)
  const opened = await client.call(uid, `/${vendor}/checkout-session?uid=${uid}`, {
    body: outside.checkoutBody(vendor),
    headers: { [consentHeader]: consentWording },
  })
  if (made.status !== 200 || opened.status !== 200) throw new Error(`${uid}: ${describe(made)}, ${describe(opened)}`)
  await outside.takeWebhooks()
  await outside.pay(vendor, opened.body.id)
  return outside.takeWebhooks()
}

/** An answer in a few words, for a problem's sentence. */
export const describe = (answer: Answer | string) =>
  typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`

const isOk = ({ status }: Answer) => status === 200

type Patience = { until?: (answer: TimedAnswer) => boolean; ms?: number }

/** Repeats a request until the answer is right. Returns a problem when it never was. */
export async function waitFor(
  what: string,
  send: () => Promise<TimedAnswer>,
  { until = isOk, ms = 30_000 }: Patience = {},
): Promise<string[]> {
  for (const end = Date.now() + ms; ; await sleep(100)) {
    const answer = await send().catch(String)
    if (typeof answer !== 'string' && until(answer)) return []
    if (Date.now() > end) return [`${what}: still ${describe(answer)}`]
  }
}

/** A request that cannot be served now must get 503 with Retry-After, within `maxMs`. */
export function refusalProblems(what: string, { status, headers, body, ms }: TimedAnswer, maxMs: number): string[] {
  const problems: string[] = []
  if (status !== 503 || body.error?.code !== 'unavailable') {
    problems.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)} instead of 503`)
  }
  if (!(Number(headers.get('retry-after')) > 0)) problems.push(`${what}: no Retry-After`)
  if (ms > maxMs) problems.push(`${what}: took ${ms} ms`)
  return problems
}

const pages = ['/', '/features', '/pricing/start', '/blog', '/auth', '/profile', '/contact', '/faq']

/** Public pages must work during every fault. */
export async function pageProblems({ send }: Client): Promise<string[]> {
  const answers = await Promise.all(pages.map(async (page) => [page, await send(page).catch(String)] as const))
  return answers.flatMap(([page, answer]) =>
    typeof answer !== 'string' && answer.status === 200 ? [] : [`${page}: ${describe(answer).slice(0, 80)}`],
  )
}
