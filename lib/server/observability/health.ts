/** State of all dependencies for `/api/health`, without addresses or causes. */
import 'server-only'
import { sql } from 'drizzle-orm'
import { isShuttingDown } from '@/lib/shutdown'
import { env } from '@/lib/env'
import type { Provider } from '@/lib/contract/plan'
import type { Mode } from '@/lib/mode'
import { processState } from '@/lib/process-state'
import { limitsRedis, redis } from '@/lib/redis'
import { database } from '@/lib/server/db/client'
import { jobs } from '@/lib/server/db/schema'
import { fetchKeys } from '@/lib/server/identity/tokens'
import { withDeadline } from '@/lib/server/http/request-context'
import { errorsPerMinute } from './errors'

type State = 'ok' | 'off' | 'down'

type Health = {
  /** `ending`: the process still answers, but is shutting down. */
  status: 'ok' | 'degraded' | 'down' | 'ending'
  mode: Mode
  database: State
  cache: State
  identity: State
  blog: State
  /** Uncaught errors of this process, on average over the last five minutes. */
  errorsPerMinute: { server: number; browser: number }
} & Record<Provider, State>

const patienceMs = 1500

const servesMs = 1000

/** The endpoint is public, and vendors limit our calls. */
const outsideMs = { renewed: 20_000, trusted: 40_000 }

const off: State = 'off'

type Outside = Record<Provider | 'identity' | 'notion', State>

type Known = { at: number; asking: Promise<Outside>; said: Outside | null }
const looks = () => processState<{ current?: Promise<Health>; last?: Health }>('health', () => ({}))
const vendorLooks = () => processState<{ last?: Known }>('vendor-health', () => ({}))

async function part(works: () => Promise<boolean>): Promise<State> {
  const late = () => new Error('deadline')
  return (await withDeadline(Date.now() + patienceMs, works(), late).catch(() => false)) ? 'ok' : 'down'
}

/** Writes, because full disks and read-only servers still answer reads. */
async function databaseWrites(): Promise<boolean> {
  const db = await database()
  const now = { begunAt: sql`now()` }
  await db
    .insert(jobs)
    .values({ name: 'health', ...now })
    .onConflictDoUpdate({ target: jobs.name, set: now })
  return true
}

function cacheState(): Promise<State> | State {
  const stores = [...new Set([redis(), limitsRedis()])].filter((store) => store !== null)
  if (stores.length === 0) return off
  return part(async () => {
    for (const store of stores) {
      await store.attempted
      await store.client.ping()
    }
    return true
  })
}

const fetchMs = 2000

const ask = (url: string, authorization?: string) =>
  fetch(url, {
    headers: authorization ? { authorization } : {},
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(fetchMs),
  })

async function statusOf(url: string, authorization?: string): Promise<number> {
  const { status, body } = await ask(url, authorization)
  // An unread body would keep its connection open.
  await body?.cancel()
  return status
}

/** Whether a host answers; a refusal counts, a server error does not. */
const isThere = async (url: string): Promise<boolean> => (await statusOf(url)) < 500

const gives = async (url: string, authorization: string): Promise<boolean> =>
  Math.floor((await statusOf(url, authorization)) / 100) === 2

async function givesKeys(url: string): Promise<boolean> {
  await fetchKeys(url, { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(fetchMs) })
  return true
}

async function askOutside(): Promise<Outside> {
  const { blog, identity, stripe, chargebee } = env()
  const [identityNow, stripeNow, chargebeeNow, notionNow] = await Promise.all([
    identity
      ? part(() => (identity.authEmulator ? isThere(`http://${identity.authEmulator}/`) : givesKeys(identity.keysUrl)))
      : off,
    stripe
      ? part(() =>
          gives(
            `${stripe.apiBase ?? 'https://api.stripe.com'}/v1/prices/${stripe.priceIds[0]}`,
            `Bearer ${stripe.secretKey}`,
          ),
        )
      : off,
    chargebee
      ? part(() =>
          gives(
            `${chargebee.apiBase ?? `https://${chargebee.site}.chargebee.com`}/api/v2/item_prices/${chargebee.itemPriceIds[0]}`,
            `Basic ${btoa(`${chargebee.apiKey}:`)}`,
          ),
        )
      : off,
    // Posts are read too seldom to show an outage.
    blog.source === 'notion' ? part(() => isThere(blog.apiBase ?? 'https://api.notion.com/')) : off,
  ])
  return { identity: identityNow, stripe: stripeNow, chargebee: chargebeeNow, notion: notionNow }
}

function renewOutside(): Promise<Outside> {
  const asking = askOutside()
  const known: Known = { at: Date.now(), asking, said: vendorLooks().last?.said ?? null }
  vendorLooks().last = known
  void asking.then((said) => (known.said = said))
  return asking
}

async function outside(): Promise<Outside> {
  const known = vendorLooks().last
  const age = known ? Math.abs(Date.now() - known.at) : Infinity
  if (!known || age > outsideMs.trusted) return renewOutside()
  if (age > outsideMs.renewed) void renewOutside()
  return known.said ?? known.asking
}

async function look(blogAnswers: () => Promise<boolean>, isDeep: boolean): Promise<Health> {
  const [databaseNow, cacheNow, outsideNow, postsNow] = await Promise.all([
    part(databaseWrites),
    cacheState(),
    isDeep ? renewOutside() : outside(),
    part(blogAnswers),
  ])
  const { notion, ...vendors } = outsideNow
  const blog = postsNow === 'down' || notion === 'down' ? 'down' : 'ok'
  const parts = [cacheNow, ...Object.values(vendors), blog]
  return {
    status: databaseNow === 'down' ? 'down' : parts.includes('down') ? 'degraded' : 'ok',
    mode: env().mode,
    database: databaseNow,
    cache: cacheNow,
    ...vendors,
    blog,
    errorsPerMinute: errorsPerMinute(),
  }
}

/** @param isDeep checks everything now, for an operator */
export async function health(blogAnswers: () => Promise<boolean>, isDeep = false): Promise<Health> {
  if (isDeep && !isShuttingDown()) return look(blogAnswers, true)
  if (!isShuttingDown()) return lastLook(blogAnswers)
  // Balancers need this at once.
  return { ...(looks().last ?? (await lastLook(blogAnswers))), status: 'ending' }
}

async function lastLook(blogAnswers: () => Promise<boolean>): Promise<Health> {
  const state = looks()
  state.current ??= look(blogAnswers, false).finally(() => {
    setTimeout(() => delete state.current, servesMs).unref()
  })
  return (state.last = await state.current)
}
