/** DependencyState of all dependencies for `/api/health`, without addresses or causes. */
import 'server-only'
import { sql } from 'drizzle-orm'
import { isShuttingDown } from '@/lib/server/shutdown'
import type { DependencyState, HealthReport } from '@/lib/contract/health'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { processState } from '@/lib/process-state'
import { limitsRedis, redis } from '@/lib/redis'
import { database } from '@/lib/server/db/client'
import { healthRow, jobs } from '@/lib/server/db/schema'
import { fetchKeys } from '@/lib/server/identity/tokens'
import { withDeadline } from '@/lib/server/http/request-context'
import { errorsPerMinute } from './errors'

const checkTimeoutMs = 1500

/** How long an answer is repeated. */
const cacheMs = 1000

/** The endpoint is public, and vendors limit our calls. */
const vendorCacheMs = { renewAfter: 20_000, expireAfter: 40_000 }

type VendorStates = Record<Provider | 'identity' | 'notion', DependencyState>
type VendorCheck = { at: number; pending: Promise<VendorStates>; result: VendorStates | null }

const healthState = () => processState<{ current?: Promise<HealthReport>; last?: HealthReport }>('health', () => ({}))
const vendorState = () => processState<{ last?: VendorCheck }>('vendor-health', () => ({}))

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
  const stores = new Set([redis(), limitsRedis()].filter((store) => store !== null))
  if (stores.size === 0) return 'off'
  return stateOf(async () => {
    for (const store of stores) {
      await store.firstAttempt
      await store.client.ping()
    }
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

function refreshVendorStates(): Promise<VendorStates> {
  const checks = vendorState()
  const check: VendorCheck = { at: Date.now(), pending: fetchVendorStates(), result: checks.last?.result ?? null }
  checks.last = check
  void check.pending.then((result) => (check.result = result))
  return check.pending
}

async function vendorStates(): Promise<VendorStates> {
  const { last } = vendorState()
  const age = last ? Math.abs(Date.now() - last.at) : Infinity
  if (!last || age > vendorCacheMs.expireAfter) return refreshVendorStates()
  if (age > vendorCacheMs.renewAfter) void refreshVendorStates()
  return last.result ?? last.pending
}

async function check(canReadBlog: () => Promise<boolean>, isDeep: boolean): Promise<HealthReport> {
  const [databaseState, cache, { notion, ...vendors }, posts] = await Promise.all([
    stateOf(canWriteDatabase),
    checkCache(),
    isDeep ? refreshVendorStates() : vendorStates(),
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
    errorsPerMinute: errorsPerMinute(),
  }
}

/** @param isDeep checks everything now, for an operator */
export async function health(canReadBlog: () => Promise<boolean>, isDeep = false): Promise<HealthReport> {
  // Balancers need this at once.
  if (isShuttingDown()) return { ...(healthState().last ?? (await recentHealth(canReadBlog))), status: 'ending' }
  return isDeep ? check(canReadBlog, true) : recentHealth(canReadBlog)
}

async function recentHealth(canReadBlog: () => Promise<boolean>): Promise<HealthReport> {
  const state = healthState()
  state.current ??= check(canReadBlog, false).finally(() => {
    setTimeout(() => delete state.current, cacheMs).unref()
  })
  return (state.last = await state.current)
}
