import 'server-only'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { database } from './db/client'
import { jobs } from './db/schema'
import { within } from './deadline'
import { gives, givesKeys, isThere } from './probe'

type State = 'ok' | 'off' | 'down'

export type Health = {
  status: 'ok' | 'degraded' | 'down'
  mode: Mode
  database: State
  cache: State
  identity: State
  stripe: State
  chargebee: State
  blog: State
}

/** Milliseconds after which a part that has not said anything counts as down. */
const patienceMs = 1500

/** Milliseconds for which a vendor's answer serves: anybody may ask us, and a vendor counts our questions. */
const vendorMs = 3000

/** Milliseconds for which a whole look serves those who come after it. */
const servesMs = 1000

const off: State = 'off'

/** Next loads a module once for each bundle, while a process looks once for all. */
const shared = globalThis as typeof globalThis & {
  unhurriedHealth?: Promise<Health>
  unhurriedVendors?: LRUCache<string, Promise<State>>
}

/** What a part is, by whether it works; one that throws or is late does not. */
async function part(works: () => Promise<boolean>): Promise<State> {
  const late = () => new Error('deadline')
  return (await within(Date.now() + patienceMs, works(), late).catch(() => false)) ? 'ok' : 'down'
}

/** The same, out of a memory of a few seconds. */
function vendor(name: string, works: () => Promise<boolean>): Promise<State> {
  const known = (shared.unhurriedVendors ??= new LRUCache({ max: 10, ttl: vendorMs }))
  const state = known.get(name) ?? part(works)
  if (!known.has(name)) known.set(name, state)
  return state
}

/** Writing, since a full disk and a server that only reads still answer questions. */
async function databaseWrites(): Promise<boolean> {
  const db = await database()
  const now = { begunAt: sql`now()` }
  await db
    .insert(jobs)
    .values({ name: 'health', ...now })
    .onConflictDoUpdate({ target: jobs.name, set: now })
  return true
}

/** Readers see the last good posts either way; Notion itself is looked at because its posts are asked for seldom. */
async function blogState(answers: () => Promise<boolean>): Promise<State> {
  const { blog } = env()
  const states = [part(answers)]
  if (blog.source === 'notion') states.push(vendor('notion', () => isThere(blog.apiBase ?? 'https://api.notion.com/')))
  return (await Promise.all(states)).includes('down') ? 'down' : 'ok'
}

/** Of a vendor we ask what the site asks of it, with its credentials: what is refused there would fail here. */
async function look(blogAnswers: () => Promise<boolean>): Promise<Health> {
  const { mode, identity, stripe, chargebee } = env()
  const [databaseNow, identityNow, stripeNow, chargebeeNow, blogNow] = await Promise.all([
    part(databaseWrites),
    identity
      ? vendor('identity', () =>
          identity.authEmulator ? isThere(`http://${identity.authEmulator}/`) : givesKeys(identity.keysUrl),
        )
      : off,
    stripe
      ? vendor('stripe', () =>
          gives(
            `${stripe.apiBase ?? 'https://api.stripe.com'}/v1/prices/${stripe.priceIds[0]}`,
            `Bearer ${stripe.secretKey}`,
          ),
        )
      : off,
    chargebee
      ? vendor('chargebee', () =>
          gives(
            `${chargebee.apiBase ?? `https://${chargebee.site}.chargebee.com`}/api/v2/item_prices/${chargebee.itemPriceIds[0]}`,
            `Basic ${btoa(`${chargebee.apiKey}:`)}`,
          ),
        )
      : off,
    blogState(blogAnswers),
  ])
  const parts = [identityNow, stripeNow, chargebeeNow, blogNow]
  return {
    status: databaseNow === 'down' ? 'down' : parts.includes('down') ? 'degraded' : 'ok',
    mode,
    database: databaseNow,
    // The shared cache is a later capability: one process keeps its own pages.
    cache: off,
    identity: identityNow,
    stripe: stripeNow,
    chargebee: chargebeeNow,
    blog: blogNow,
  }
}

/**
 * The state of each part that this process depends on, as of the last second, and of vendors as of the last three.
 * Says nothing secret: no address, no cause.
 * @param blogAnswers whether the source of posts gave what it was last asked for
 */
export function health(blogAnswers: () => Promise<boolean>): Promise<Health> {
  shared.unhurriedHealth ??= look(blogAnswers).finally(() => {
    setTimeout(() => delete shared.unhurriedHealth, servesMs).unref()
  })
  return shared.unhurriedHealth
}
