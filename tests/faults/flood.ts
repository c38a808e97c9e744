import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { startNginx, type Nginx } from '@/tests/setup/nginx'
import { randomFrom } from '@/tests/setup/random'
import { rawRequest } from '@/tests/setup/raw-request'
import { startRedis, type RedisServer } from '@/tests/setup/redis'
import type { Fault } from './fault'
import { createPerson, post, type Person } from './support/person'
import { startWorld, type World } from './support/world'

/** Three times the rate that once slowed everybody down. */
const requestsPerSecond = 300
const concurrency = 32
/** Enough readers that none of them reaches a rate limit. */
const readerCount = 24
const timeoutMs = 30_000
/** Below this, a difference comes from the machine. */
const minUsualMs = 30
const maxTries = 4

/** Addresses that do not exist, under every dynamic route. */
const unknownAddresses: Record<string, (word: string, n: number) => string> = {
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
  'no route': (word) => `/${word}`,
}

type FloodRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type FloodAnswer = { status: number; body: string; ms: number }
type Reader = { uid: string; token: string }
type Stage = { world: World; nginx: Nginx; redis: RedisServer; readers: Reader[]; limited: Person }

const agent = new Agent({ keepAlive: true, maxSockets: 2 * concurrency })

/** Sends a request. The status is 0 when there was no answer. */
async function send(base: string, { path, ...request }: FloodRequest): Promise<FloodAnswer> {
  const began = performance.now()
  const { status, body } = await rawRequest(base + path, { agent, timeout: timeoutMs, ...request }).catch(
    (error: unknown) => ({ status: 0, body: error }),
  )
  return { status, body: String(body), ms: performance.now() - began }
}

async function flood(base: string, count: number, create: (n: number) => FloodRequest): Promise<FloodAnswer[]> {
  const answers: FloodAnswer[] = []
  const began = performance.now()
  let next = 0
  const sender = async () => {
    for (let n = next++; n < count; n = next++) {
      const wait = began + (1000 * n) / requestsPerSecond - performance.now()
      if (wait > 1) await sleep(wait)
      answers.push(await send(base, create(n)))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sender))
  return answers
}

const p95 = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)

/** Signed-in people read their plan, ten times a second, until the returned function is called. */
function startReading(base: string, readers: Reader[]) {
  const times: number[] = []
  const problems: string[] = []
  const pending = new Set<Promise<void>>()
  let next = 0
  const timer = setInterval(() => {
    const { uid, token } = readers[next++ % readers.length] ?? { uid: '', token: '' }
    const read = send(base, { path: `/api/users/current-plan?uid=${uid}`, headers: { 'firebase-auth-token': token } })
    const done = read.then(({ status, body, ms }) => {
      times.push(ms)
      if (status !== 200) problems.push(`a signed-in read: ${status} ${body.slice(0, 120)}`)
    })
    pending.add(done)
    void done.finally(() => pending.delete(done))
  }, 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(pending)
    return { ms: p95(times), problems }
  }
}

const countStatuses = (answers: { status: number }[]) => {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

const describeCounts = (counts: Map<number, number>) =>
  [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')

async function memoryOf(redis: RedisServer): Promise<{ keys: number; bytes: number }> {
  const client = createClient({ url: redis.url })
  await client.connect()
  const [keys, info] = await Promise.all([client.dbSize(), client.info('memory')])
  client.destroy()
  return { keys, bytes: Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0) }
}

/** Evicts the least recently used keys, as in compose.yaml. */
async function setEviction({ url }: RedisServer): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  await client.configSet({ maxmemory: '256mb', 'maxmemory-policy': 'allkeys-lru' })
  client.destroy()
}

/** Compares the reads before a flood with those during it. */
async function measure({ nginx, readers }: Stage, run: () => Promise<string[]>) {
  const stopQuiet = startReading(nginx.url, readers)
  await sleep(1500)
  const quiet = await stopQuiet()
  const stopBusy = startReading(nginx.url, readers)
  const began = Date.now()
  const problems = await run()
  // A flood that is over at once would leave too few reads.
  await sleep(Math.max(0, 1500 - (Date.now() - began)))
  const busy = await stopBusy()
  return { quiet: quiet.ms, busy: busy.ms, problems: [...problems, ...quiet.problems, ...busy.problems.slice(0, 3)] }
}

/** Runs a flood and checks its effect on other users. Retries on a busy machine. */
async function runFlood(stage: Stage, name: string, log: (line: string) => void, run: () => Promise<string[]>) {
  const problems: string[] = []
  for (let tries = 1; ; tries++) {
    const { quiet, busy, problems: found } = await measure(stage, run)
    problems.push(...found)
    log(`${name}: reads took ${busy} ms, and ${quiet} ms before (p95)`)
    if (busy <= 3 * Math.max(minUsualMs, quiet)) break
    if (tries < maxTries) continue
    problems.push(`reads took ${busy} ms instead of ${quiet} ms`)
    break
  }
  const checkout = await stage.limited.checkout(0, 'stripe')
  if (checkout.status !== 429) problems.push(`the checkout after the tenth: ${checkout.status} instead of 429`)
  const visitor = await send(stage.nginx.url, { path: '/faq' })
  if (visitor.status !== 200) problems.push(`a visitor: ${visitor.status}`)
  return problems.map((problem) => `${name}: ${problem}`)
}

const randomWord = (n: number) => `${n.toString(36)}-${Math.random().toString(36).slice(2, 10)}`

async function floodUnknown({ nginx, redis }: Stage, count: number, route: string): Promise<string[]> {
  const create = unknownAddresses[route] ?? ((word: string) => `/${word}`)
  const before = await memoryOf(redis)
  const answers = await flood(nginx.url, count, (n) => ({ path: create(randomWord(n), n) }))
  const after = await memoryOf(redis)
  const statuses = countStatuses(answers)
  const problems = statuses.get(404) === count ? [] : [describeCounts(statuses)]
  // Room for the page and the tags of an ordinary visit.
  if (after.keys - before.keys > 20) problems.push(`${after.keys - before.keys} more keys in Redis`)
  if (after.bytes - before.bytes > 3_000_000)
    problems.push(`${Math.round((after.bytes - before.bytes) / 1000)} kB more in Redis`)
  return problems
}

const contactRequest = (origin: string, email: string, more: object = {}): FloodRequest => ({
  method: 'POST',
  path: '/api/contact',
  headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify({ name: 'Ada', email, message: 'May I ask something?', ...more }),
})

/** Retries as the page does: with the form token of the refusal, or after a pause. */
async function genuineMessageProblems(base: string, origin: string): Promise<string[]> {
  const until = Date.now() + 90_000
  let more = {}
  for (;;) {
    const { status, body } = await send(base, contactRequest(origin, 'a-genuine-visitor@people.example', more))
    if (status === 200) return []
    if (status !== 429 || Date.now() > until) return [`a genuine message: ${status} ${body.slice(0, 200)}`]
    const { formToken } = (JSON.parse(body) as { error: { formToken?: string } }).error
    more = formToken ? { token: formToken } : {}
    await sleep(formToken ? 500 : 5000)
  }
}

async function floodContact({ nginx, world: { siteOrigin } }: Stage, count: number): Promise<string[]> {
  const answers = await flood(nginx.url, count, (n) => contactRequest(siteOrigin, `${randomWord(n)}@people.example`))
  const wrong = answers.filter(({ status }) => status !== 200 && status !== 429)
  return [
    ...wrong.slice(0, 3).map(({ status, body }) => `a message: ${status} ${body.slice(0, 120)}`),
    ...(await genuineMessageProblems(nginx.url, siteOrigin)),
  ]
}

/** Cancels and resumes one plan over and over. The vendor's state must match the last answer with 200. */
async function floodPlanChanges({ world }: Stage, count: number): Promise<string[]> {
  // Each try needs a person who has not reached a rate limit.
  const person = await createPerson(world, randomFrom(101), 'restless')
  await person.checkout(0, 'stripe')
  await world.pay('stripe', person.pages().stripe[0]?.id)
  const synced = await person.sync(0)
  const subscriptionId = synced.body?.subscription?.id as string | undefined
  if (synced.status !== 200 || !subscriptionId) return [`no plan was bought: ${JSON.stringify(synced.body)}`]
  const problems: string[] = []
  const statuses: { status: number }[] = []
  let isCancelled = false
  for (let n = 0; n < count; n++) {
    const call = n % 2 === 0 ? 'cancel-plan' : 'resume-plan'
    const request = post({ uid: person.uid, subscriptionId, store: 'stripe' })
    const { status, body } = await person.once(n % 2, `/users/${call}?uid=${person.uid}`, request)
    statuses.push({ status })
    if (status === 200) isCancelled = call === 'cancel-plan'
    if (status >= 500) problems.push(`${call}: ${status} ${JSON.stringify(body)}`)
  }
  const counts = countStatuses(statuses)
  if (!counts.has(200)) problems.push(`no change got 200: ${describeCounts(counts)}`)
  const plan = person.plans().find(({ subscription }) => subscription.id === subscriptionId)
  const isCancelledAtVendor = plan?.vendor === 'stripe' && plan.subscription.cancelAtPeriodEnd
  if (isCancelledAtVendor !== isCancelled)
    problems.push(`the plan is ${isCancelledAtVendor ? '' : 'not '}cancelled, unlike the last answer with 200`)
  return problems
}

async function floodHealth({ nginx, world }: Stage, count: number): Promise<string[]> {
  const began = Date.now()
  const vendorCalls = async (vendor: string) => {
    const { requests } = (await (await fetch(`${world.base}/requests?vendor=${vendor}`)).json()) as {
      requests: { path: string; at: string }[]
    }
    return requests.filter(({ path, at }) => /\/prices\/|item_prices\//.test(path) && Date.parse(at) >= began).length
  }
  const statuses = countStatuses(await flood(nginx.url, count, () => ({ path: '/api/health' })))
  // Two sites check two vendors every twenty seconds.
  const max = 4 * (1 + Math.ceil((Date.now() - began) / 20_000))
  const calls = (await vendorCalls('stripe')) + (await vendorCalls('chargebee'))
  return [
    ...(statuses.get(200) === count ? [] : [describeCounts(statuses)]),
    ...(calls <= max ? [] : [`${count} health calls caused ${calls} calls to vendors`]),
  ]
}

export const flooded: Fault = {
  name: 'flood',
  expects:
    'during floods, other reads take at most 3 times as long as usual, limits still count, and genuine visitors get through',
  needsRedis: true,
  async run(full, log) {
    const [redis, counters] = [await startRedis(), await startRedis()]
    await setEviction(redis)
    const world = await startWorld({ redis, settings: { LIMITS_REDIS_URL: counters.url } })
    let nginx: Nginx | undefined
    try {
      await world.ready()
      nginx = await startNginx(world.sites.map(({ url }) => Number(new URL(url).port)))
      const readers: Reader[] = []
      for (let n = 0; n < readerCount; n++) {
        const { uid } = await createPerson(world, randomFrom(n), `reader-${n}`)
        readers.push({ uid, token: await world.token(uid) })
      }
      const limited = await createPerson(world, randomFrom(100), 'limited')
      for (let n = 0; n < 20 && (await limited.checkout(0, 'stripe')).status !== 429; n++);
      for (const create of Object.values(unknownAddresses)) await send(nginx.url, { path: create('first', 0) })
      const stage: Stage = { world, nginx, redis, readers, limited }

      const routes = full ? Object.keys(unknownAddresses) : ['/blog/[slug]', '/blog/page/[n]', '/og/[...page]']
      const floods: [name: string, run: () => Promise<string[]>][] = [
        ...routes.map((route): [string, () => Promise<string[]>] => [
          `unknown addresses under ${route}`,
          () => floodUnknown(stage, full ? 4500 : 150, route),
        ]),
        ['health calls', () => floodHealth(stage, full ? 1000 : 100)],
        ['cancelling and resuming', () => floodPlanChanges(stage, full ? 60 : 6)],
        ['messages', () => floodContact(stage, full ? 600 : 40)],
      ]
      const problems: string[] = []
      for (const [name, run] of floods) problems.push(...(await runFlood(stage, name, log, run)))
      return problems
    } finally {
      await nginx?.stop()
      await world.stop()
      await redis.stop()
      await counters.stop()
    }
  },
}
