import 'server-only'
import { sql } from 'drizzle-orm'
import { isEnding } from '@/lib/ending'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { redis } from '@/lib/redis'
import { database } from './db/client'
import { jobs } from './db/schema'
import { within } from './deadline'
import { gives, givesKeys, isThere } from './probe'

type State = 'ok' | 'off' | 'down'

type Health = {
  /** `ending`: the process still answers, and others are to be asked. */
  status: 'ok' | 'degraded' | 'down' | 'ending'
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

/** Milliseconds for which a look serves those who come after it: anybody may ask us, and a vendor counts our questions. */
const servesMs = 1000

const off: State = 'off'

/** Next loads a module once for each bundle, while a process looks once for all. */
const shared = globalThis as typeof globalThis & {
  unhurriedHealth?: Promise<Health>
  unhurriedHealthBefore?: Health
}

/** What a part is, by whether it works; one that throws or is late does not. */
async function part(works: () => Promise<boolean>): Promise<State> {
  const late = () => new Error('deadline')
  return (await within(Date.now() + patienceMs, works(), late).catch(() => false)) ? 'ok' : 'down'
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

/** Whether the store that processes share has answered at last; without one each keeps to itself. */
function cacheState(): Promise<State> | State {
  const store = redis()
  if (!store) return off
  return part(async () => {
    await store.tried
    await store.client.ping()
    return true
  })
}

/** Readers see the last good posts either way; Notion itself is looked at because its posts are asked for seldom. */
async function blogState(answers: () => Promise<boolean>): Promise<State> {
  const { blog } = env()
  const states = [part(answers)]
  if (blog.source === 'notion') states.push(part(() => isThere(blog.apiBase ?? 'https://api.notion.com/')))
  return (await Promise.all(states)).includes('down') ? 'down' : 'ok'
}

/** Of a vendor we ask what the site asks of it, with its credentials: what is refused there would fail here. */
async function look(blogAnswers: () => Promise<boolean>): Promise<Health> {
  const { mode, identity, stripe, chargebee } = env()
  const [databaseNow, cacheNow, identityNow, stripeNow, chargebeeNow, blogNow] = await Promise.all([
    part(databaseWrites),
    cacheState(),
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
    blogState(blogAnswers),
  ])
  const parts = [cacheNow, identityNow, stripeNow, chargebeeNow, blogNow]
  return {
    status: databaseNow === 'down' ? 'down' : parts.includes('down') ? 'degraded' : 'ok',
    mode,
    database: databaseNow,
    cache: cacheNow,
    identity: identityNow,
    stripe: stripeNow,
    chargebee: chargebeeNow,
    blog: blogNow,
  }
}

/**
 * The state of each part that this process depends on, as of the last second.
 * Says nothing secret: no address, no cause.
 * @param blogAnswers whether the source of posts gave what it was last asked for
 */
export async function health(blogAnswers: () => Promise<boolean>): Promise<Health> {
  if (!isEnding()) return lastLook(blogAnswers)
  // Whoever asks has to turn to others soon, and is not to wait for what a look would find.
  return { ...(shared.unhurriedHealthBefore ?? (await lastLook(blogAnswers))), status: 'ending' }
}

async function lastLook(blogAnswers: () => Promise<boolean>): Promise<Health> {
  shared.unhurriedHealth ??= look(blogAnswers).finally(() => {
    setTimeout(() => delete shared.unhurriedHealth, servesMs).unref()
  })
  return (shared.unhurriedHealthBefore = await shared.unhurriedHealth)
}
