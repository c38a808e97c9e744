/** The state of all dependencies for `/api/health`, without addresses or causes. */
import 'server-only'
import { sql } from 'drizzle-orm'
import type { DependencyState, HealthReport } from '@/lib/contract/operations'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { isShuttingDown, processState } from '@/lib/server/process-state'
import { redis } from '@/lib/server/redis'
import { database } from '@/lib/server/db/client'
import { healthRow, jobs } from '@/lib/server/db/schema'
import { fetchKeys } from '@/lib/server/identity/tokens'
import { withDeadline } from '@/lib/server/http/request'

const checkTimeoutMs = 1500

/** How long answers are repeated, because the endpoint is public and vendors limit our calls. */
const cacheMs = { all: 1000, vendors: 20_000 }

type VendorStates = Record<Provider | 'identity' | 'notion', DependencyState>

type Cached = Partial<Record<keyof typeof cacheMs, { at: number; answer: Promise<unknown> }>>

/** While the process ends, the last answer counts: a balancer needs it at once. */
function repeat<T>(name: keyof typeof cacheMs, isDeep: boolean, ask: () => Promise<T>): Promise<T> {
  const cached = processState<Cached>('health', () => ({}))
  const last = cached[name]
  const isFresh = last && (isShuttingDown() || Math.abs(Date.now() - last.at) < cacheMs[name])
  if (isFresh && !isDeep) return last.answer as Promise<T>
  const answer = ask()
  cached[name] = { at: Date.now(), answer }
  return answer
}

async function stateOf(isWorking: () => Promise<boolean>): Promise<DependencyState> {
  const timeout = () => new Error('deadline')
  return (await withDeadline(Date.now() + checkTimeoutMs, isWorking(), timeout).catch(() => false)) ? 'ok' : 'down'
}

/** Writes, because full disks and read-only servers still answer reads. */
async function canWriteDatabase(): Promise<boolean> {
  const db = await database()
  const now = { begunAt: sql`now()` }
  await db
    .insert(jobs)
    .values({ name: healthRow, ...now })
    .onConflictDoUpdate({ target: jobs.name, set: now })
  return true
}

function checkCache(): Promise<DependencyState> | DependencyState {
  const store = redis()
  if (!store) return 'off'
  return stateOf(async () => {
    await store.firstAttempt
    // A write, because a full or read-only server still answers.
    await store.client.set(`${store.prefix}health`, '1', { PX: 60_000 })
    return true
  })
}

const fetchMs = 2000

async function statusOf(url: string, authorization = ''): Promise<number> {
  const { status, body } = await fetch(url, {
    headers: authorization ? { authorization } : {},
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(fetchMs),
  })
  // An unread body would keep its connection open.
  await body?.cancel()
  return status
}

/** Whether a host answers; a refusal counts, a server error does not. */
const isReachable = async (url: string): Promise<boolean> => (await statusOf(url)) < 500

const isSuccessful = async (url: string, authorization: string): Promise<boolean> =>
  Math.floor((await statusOf(url, authorization)) / 100) === 2

async function servesKeys(url: string): Promise<boolean> {
  await fetchKeys(url, { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(fetchMs) })
  return true
}

async function stateIfConfigured<T>(
  settings: T | null,
  isWorking: (settings: T) => Promise<boolean>,
): Promise<DependencyState> {
  return settings ? stateOf(() => isWorking(settings)) : 'off'
}

async function fetchVendorStates(): Promise<VendorStates> {
  const { blog, identity, stripe, chargebee } = env()
  const [identityState, stripeState, chargebeeState, notion] = await Promise.all([
    stateIfConfigured(identity, ({ authEmulator, keysUrl }) =>
      authEmulator ? isReachable(`http://${authEmulator}/`) : servesKeys(keysUrl),
    ),
    stateIfConfigured(stripe, ({ apiBase, priceIds: [price], secretKey }) =>
      isSuccessful(`${apiBase ?? 'https://api.stripe.com'}/v1/prices/${price}`, `Bearer ${secretKey}`),
    ),
    stateIfConfigured(chargebee, ({ apiBase, site, itemPriceIds: [price], apiKey }) =>
      isSuccessful(
        `${apiBase ?? `https://${site}.chargebee.com`}/api/v2/item_prices/${price}`,
        `Basic ${btoa(`${apiKey}:`)}`,
      ),
    ),
    // Posts are read too seldom to show an outage.
    stateIfConfigured(blog.source === 'notion' ? blog : null, ({ apiBase }) =>
      isReachable(apiBase ?? 'https://api.notion.com/'),
    ),
  ])
  return { identity: identityState, stripe: stripeState, chargebee: chargebeeState, notion }
}

async function check(canReadBlog: () => Promise<boolean>, isDeep: boolean): Promise<HealthReport> {
  const [databaseState, cache, { notion, ...vendors }, posts] = await Promise.all([
    stateOf(canWriteDatabase),
    checkCache(),
    repeat('vendors', isDeep, fetchVendorStates),
    stateOf(canReadBlog),
  ])
  const blog = posts === 'down' || notion === 'down' ? 'down' : 'ok'
  const isDegraded = [cache, blog, ...Object.values(vendors)].includes('down')
  return {
    status: databaseState === 'down' ? 'down' : isDegraded ? 'degraded' : 'ok',
    mode: env().mode,
    database: databaseState,
    cache,
    ...vendors,
    blog,
  }
}

/** @param isDeep checks everything now, for an operator */
export async function health(canReadBlog: () => Promise<boolean>, isDeep = false): Promise<HealthReport> {
  const report = await repeat('all', isDeep, () => check(canReadBlog, isDeep))
  return isShuttingDown() ? { ...report, status: 'ending' } : report
}
