/** Anonymous floods of what anybody may ask, and one subscriber who never stops, while people go on as always. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { offers } from '@/local/vendors/catalogue'
import { exact } from '@/lib/site'
import { startNginx, type Nginx } from '@/tests/setup/nginx'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import type { Fault } from './fault'
import { createPerson, type Person } from './person'
import { randomFrom } from '@/tests/setup/random'
import { startWorld, type World } from './world'

type Say = (line: string) => void

/** Requests a second: three times as many as those that once slowed everybody down. */
const perSecond = 300
const lanes = 32
/** So many read at a time that nobody comes near what one person may ask. */
const crowd = 24
const answerMs = 30_000
/** Below this many milliseconds a difference is the machine's. */
const leastUsualMs = 30
const mostTries = 4

/** An address that nothing is at, under every dynamic route of the site. */
const unknown: Record<string, (word: string, n: number) => string> = {
  '/blog/[slug]': (word) => `/blog/${word}`,
  '/blog/page/[n]': (_, n) => `/blog/page/${n + 1000}`,
  '/blog/tag/[tag]': (word) => `/blog/tag/${word}`,
  '/blog/tag/[tag]/page/[n]': (_, n) => `/blog/tag/stuttering/page/${n + 1000}`,
  '/blog/tag/[tag]/rss.xml': (word) => `/blog/tag/${word}/rss.xml`,
  '/blog/by/[author]': (word) => `/blog/by/${word}`,
  '/blog/by/[author]/page/[n]': (_, n) => `/blog/by/unhurried/page/${n + 1000}`,
  '/blog/search/[part]': (_, n) => `/blog/search/${n + 1000}.json`,
  '/blog/footer/[slug]': (word) => `/blog/footer/${word}`,
  '/blog/file/[page]/[file]': (word) => `/blog/file/${word}/${word}.png`,
  '/og/[...page]': (word) => `/og/blog/${word}.png`,
  '/app-icon/[name]': (word) => `/app-icon/${word}.png`,
  '/therapist/[slug]': (word) => `/therapist/${word}`,
  'a file of no build': (word) => `/_next/static/chunks/${word}.js`,
  '/api/[[...path]]': (word) => `/api/${word}`,
  'no route at all': (word) => `/${word}`,
}

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Got = { status: number; body: string; ms: number }

const agent = new Agent({ keepAlive: true, maxSockets: 2 * lanes })

const send = (base: string, { method = 'GET', path, headers, body }: Sent) =>
  new Promise<Got>((resolve) => {
    const began = performance.now()
    const asked = request(base + path, { method, agent, headers, timeout: answerMs }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - began }))
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', (error) => resolve({ status: 0, body: String(error), ms: performance.now() - began }))
    asked.end(body)
  })

/** Sends so many, at the rate of a flood and never more than `lanes` at a time. */
async function flood(base: string, count: number, make: (n: number) => Sent): Promise<Got[]> {
  const got: Got[] = []
  const began = performance.now()
  let next = 0
  const lane = async () => {
    for (let n = next++; n < count; n = next++) {
      const wait = began + (1000 * n) / perSecond - performance.now()
      if (wait > 1) await sleep(wait)
      got.push(await send(base, make(n)))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return got
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

/** Signed-in people who read their plan, ten times a second. */
function beginReading(base: string, people: { uid: string; token: string }[]) {
  const times: number[] = []
  const problems: string[] = []
  const under = new Set<Promise<void>>()
  let turn = 0
  const timer = setInterval(() => {
    const { uid, token } = people[turn++ % people.length] ?? { uid: '', token: '' }
    const read = send(base, { path: `/api/users/current-plan?uid=${uid}`, headers: { 'firebase-auth-token': token } })
    const done = read.then(({ status, body, ms }) => {
      times.push(ms)
      if (status !== 200) problems.push(`a signed-in read was answered ${status} ${body.slice(0, 120)}`)
    })
    under.add(done)
    void done.finally(() => under.delete(done))
  }, 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    return { times, problems }
  }
}

const words = (statuses: Map<number, number>) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')

const statusesOf = (got: Got[]) => {
  const counts = new Map<number, number>()
  for (const { status } of got) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

async function memoryOf(redis: RedisServer): Promise<{ keys: number; bytes: number }> {
  const client = createClient({ url: redis.url })
  await client.connect()
  const [keys, info] = await Promise.all([client.dbSize(), client.info('memory')])
  client.destroy()
  return { keys, bytes: Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0) }
}

/** As in compose.yaml: what is old makes room. */
async function dropOld({ url }: RedisServer): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  await client.configSet({ maxmemory: '256mb', 'maxmemory-policy': 'allkeys-lru' })
  client.destroy()
}

type Stage = { world: World; nginx: Nginx; redis: RedisServer; full: boolean; say: Say }

/** How reads fare beside a flood, and what the flood itself found. */
async function measure({ nginx }: Stage, people: { uid: string; token: string }[], run: () => Promise<string[]>) {
  const usual = beginReading(nginx.url, people)
  await sleep(1500)
  const before = await usual()
  const during = beginReading(nginx.url, people)
  const began = Date.now()
  const problems = await run()
  // A flood that is over at once is no measure.
  await sleep(Math.max(0, 1500 - (Date.now() - began)))
  const { times, problems: failed } = await during()
  const [quiet, busy] = [p95(before.times), p95(times)].map(Math.round)
  return { quiet: quiet ?? 0, busy: busy ?? 0, problems: [...problems, ...before.problems, ...failed.slice(0, 3)] }
}

/** What one flood did to everybody else. A machine that is busy with other things is given more tries. */
async function beside(
  stage: Stage,
  name: string,
  people: { uid: string; token: string }[],
  limited: Person,
  run: () => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (let tries = 1; ; tries++) {
    const { quiet, busy, problems: found } = await measure(stage, people, run)
    problems.push(...found.map((problem) => `${name}: ${problem}`))
    stage.say(`${name}: reads in ${busy} ms, and ${quiet} before (p95)`)
    if (busy <= 3 * Math.max(leastUsualMs, quiet)) break
    if (tries < mostTries) continue
    problems.push(`${name}: reads took ${busy} ms, and usually ${quiet}`)
    break
  }
  const again = await checkout(limited, stage.world)
  if (again !== 429) problems.push(`${name}: the checkout after the tenth was answered ${again}`)
  const visitor = await send(stage.nginx.url, { path: '/faq' })
  if (visitor.status !== 200) problems.push(`${name}: a visitor was answered ${visitor.status}`)
  return problems
}

async function checkout(person: Person, world: World): Promise<number> {
  const { status } = await person.once(0, `/stripe/checkout-session?uid=${person.uid}`, {
    method: 'POST',
    body: JSON.stringify({
      priceId: offers[0]?.stripePriceId,
      successUrl: world.siteOrigin + exact.checkoutSuccess,
      cancelUrl: world.siteOrigin + exact.checkoutCancel,
    }),
  })
  return status
}

const word = (n: number) => `${n.toString(36)}-${Math.random().toString(36).slice(2, 10)}`

async function unknownAddresses({ nginx, redis }: Stage, count: number, route: string): Promise<string[]> {
  const make = unknown[route] ?? ((made: string) => `/${made}`)
  const before = await memoryOf(redis)
  const got = await flood(nginx.url, count, (n) => ({ path: make(word(n), n) }))
  const after = await memoryOf(redis)
  const statuses = statusesOf(got)
  const problems = statuses.get(404) === count ? [] : [`${route}: ${words(statuses)}`]
  // A page of somebody's visit, and its tags.
  if (after.keys - before.keys > 20) problems.push(`${route}: ${after.keys - before.keys} more keys in Redis`)
  if (after.bytes - before.bytes > 3_000_000)
    problems.push(`${route}: ${Math.round((after.bytes - before.bytes) / 1000)} kB more in Redis`)
  return problems
}

/** What a browser sends with the form. */
const contactPost = (origin: string, email: string, more: object = {}): Sent => ({
  method: 'POST',
  path: '/api/contact',
  headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify({ name: 'Ada', email, message: 'May I ask something?', ...more }),
})

/** Somebody who presses again as the page says: with what the refusal brought along, or after the time that it names. */
async function writes(base: string, origin: string, email: string): Promise<string[]> {
  const until = Date.now() + 90_000
  let more = {}
  for (;;) {
    const { status, body } = await send(base, contactPost(origin, email, more))
    if (status === 200) return []
    if (status !== 429 || Date.now() > until) return [`a genuine message was answered ${status} ${body.slice(0, 200)}`]
    const refusal = JSON.parse(body) as { error: { formToken?: string } }
    more = refusal.error.formToken ? { token: refusal.error.formToken } : {}
    await sleep(refusal.error.formToken ? 500 : 5000)
  }
}

async function contactPosts({ nginx, world }: Stage, count: number): Promise<string[]> {
  const email = (n: number) => `${word(n)}@people.example`
  const got = await flood(nginx.url, count, (n) => contactPost(world.siteOrigin, email(n)))
  const wrong = got.filter(({ status }) => status !== 200 && status !== 429)
  return [
    ...wrong.slice(0, 3).map(({ status, body }) => `a message was answered ${status} ${body.slice(0, 120)}`),
    ...(await writes(nginx.url, world.siteOrigin, 'a-genuine-visitor@people.example')),
  ]
}

/** A plan that is cancelled and resumed, over and over: what the last answer says is how it is. */
async function toggles({ world }: Stage, person: Person, count: number): Promise<string[]> {
  if (person.pages().stripe.length === 0) await checkout(person, world)
  const [page] = person.pages().stripe
  await fetch(`${world.base}/checkout/stripe/${page?.id}/pay`, { method: 'POST', redirect: 'manual' })
  const synced = await person.once(0, `/billing/sync?uid=${person.uid}`, { method: 'POST', body: '{}' })
  const subscriptionId = synced.body?.subscription?.id as string | undefined
  if (synced.status !== 200 || !subscriptionId) return [`no plan was bought: ${JSON.stringify(synced.body)}`]
  const problems: string[] = []
  const statuses = new Map<number, number>()
  let isCancelled = false
  for (let n = 0; n < count; n++) {
    const call = n % 2 === 0 ? 'cancel-plan' : 'resume-plan'
    const { status, body } = await person.once(n % 2, `/users/${call}?uid=${person.uid}`, {
      method: 'POST',
      body: JSON.stringify({ uid: person.uid, subscriptionId, store: 'stripe' }),
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 200) isCancelled = call === 'cancel-plan'
    if (status >= 500) problems.push(`${call} was answered ${status} ${JSON.stringify(body)}`)
  }
  if (!statuses.has(200)) problems.push(`no press was taken: ${words(statuses)}`)
  const held = person.held().find(({ subscription }) => subscription.id === subscriptionId)
  const isSo = held?.vendor === 'stripe' && held.subscription.cancelAtPeriodEnd
  if (isSo !== isCancelled)
    problems.push(`the plan is ${isSo ? '' : 'not '}cancelled, and the last answer said otherwise`)
  return problems
}

async function healthCalls({ nginx, world }: Stage, count: number): Promise<string[]> {
  const asked = async () => {
    const counts = ['stripe', 'chargebee'].map(async (vendor) => {
      const { requests } = (await (await fetch(`${world.base}/requests?vendor=${vendor}`)).json()) as {
        requests: { path: string; at: string }[]
      }
      return requests.filter(({ path, at }) => /\/prices\/|item_prices\//.test(path) && Date.parse(at) >= began).length
    })
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
  }
  const began = Date.now()
  const got = await flood(nginx.url, count, () => ({ path: '/api/health' }))
  const statuses = statusesOf(got)
  // Two processes, two vendors, and a look at each every twenty seconds.
  const most = 4 * (1 + Math.ceil((Date.now() - began) / 20_000))
  const calls = await asked()
  return [
    ...(statuses.get(200) === count ? [] : [`health: ${words(statuses)}`]),
    ...(calls <= most ? [] : [`${count} health calls made ${calls} calls to vendors`]),
  ]
}

export const flooded: Fault = {
  name: 'flood',
  holds:
    'floods of unknown addresses, messages, health calls and changes of a plan cost nobody else: reads within 3 × of their usual time, limits go on counting, genuine visitors get through',
  needsRedis: true,
  async run(full, say) {
    const [redis, counters] = [await startRedis(), await startRedis()]
    await dropOld(redis)
    const world = await startWorld({ redis, settings: { LIMITS_REDIS_URL: counters.url } })
    let nginx: Nginx | undefined
    try {
      await world.begin()
      nginx = await startNginx(world.sites.map(({ url }) => Number(new URL(url).port)))
      const stage: Stage = { world, nginx, redis, full, say }
      const people: { uid: string; token: string }[] = []
      for (let n = 0; n < crowd; n++) {
        const { uid } = await createPerson(world, randomFrom(n), `reader-${n}`)
        people.push({ uid, token: await world.identity.token(uid) })
      }
      const limited = await createPerson(world, randomFrom(100), 'limited')
      for (let n = 0; n < 20 && (await checkout(limited, world)) !== 429; n++);
      for (const make of Object.values(unknown)) await send(nginx.url, { path: make('first', 0) })
      const restless = await createPerson(world, randomFrom(101), 'restless')
      const watched = (name: string, run: () => Promise<string[]>) => beside(stage, name, people, limited, run)

      const problems: string[] = []
      const routes = full ? Object.keys(unknown) : ['/blog/[slug]', '/blog/page/[n]', '/og/[...page]']
      for (const route of routes)
        problems.push(
          ...(await watched(`unknown under ${route}`, () => unknownAddresses(stage, full ? 4500 : 150, route))),
        )
      problems.push(
        ...(await watched('health calls', () => healthCalls(stage, full ? 1000 : 100))),
        ...(await watched('cancelling and resuming', () => toggles(stage, restless, full ? 60 : 6))),
        ...(await watched('messages', () => contactPosts(stage, full ? 600 : 40))),
      )
      return problems
    } finally {
      await nginx?.stop()
      await world.stop()
      await redis.stop()
      await counters.stop()
    }
  },
}
