import 'server-only'
import { sql } from 'drizzle-orm'
import { isEnding } from '@/lib/ending'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { processState } from '@/lib/process-state'
import { limitsRedis, redis } from '@/lib/redis'
import { database } from '@/lib/server/db/client'
import { jobs } from '@/lib/server/db/schema'
import { within } from '@/lib/server/http/deadline'
import { gives, givesKeys, isThere } from './health-checks'

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

/** Milliseconds for which a look at what is ours serves those who come after it. */
const servesMs = 1000

/**
 * Milliseconds after which the vendors are asked again, and after which nobody is answered by what they said before.
 * They count our questions, and anybody may ask us.
 */
const outsideMs = { renewed: 20_000, trusted: 40_000 }

const off: State = 'off'

/** What stands outside, and is asked at a rate of its own. */
type Outside = Pick<Health, 'identity' | 'stripe' | 'chargebee'> & { notion: State }

type Known = { at: number; asking: Promise<Outside>; said: Outside | null }
const looks = () => processState<{ current?: Promise<Health>; last?: Health }>('health', () => ({}))
const vendorLooks = () => processState<{ last?: Known }>('vendor-health', () => ({}))

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

/** Whether the stores that processes share have answered at last; without one each keeps to itself. */
function cacheState(): Promise<State> | State {
  const stores = [...new Set([redis(), limitsRedis()])].filter((store) => store !== null)
  if (stores.length === 0) return off
  return part(async () => {
    for (const store of stores) {
      await store.tried
      await store.client.ping()
    }
    return true
  })
}

/** Of a vendor we ask what the site asks of it, with its credentials: what is refused there would fail here. */
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
    // Notion itself is looked at because its posts are asked for seldom.
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

/** What the vendors last said; they are asked in the background once that is `renewed` old, and waited for once it is too old. */
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
  // Readers see the last good posts either way.
  const blog = postsNow === 'down' || notion === 'down' ? 'down' : 'ok'
  const parts = [cacheNow, ...Object.values(vendors), blog]
  return {
    status: databaseNow === 'down' ? 'down' : parts.includes('down') ? 'degraded' : 'ok',
    mode: env().mode,
    database: databaseNow,
    cache: cacheNow,
    ...vendors,
    blog,
  }
}

/**
 * The state of each part that this process depends on: as of the last second of what is ours, and as last asked of the
 * vendors, which no number of requests makes more frequent.
 * Says nothing secret: no address, no cause.
 * @param blogAnswers whether the source of posts gave what it was last asked for
 * @param isDeep asks everything now, for an operator
 */
export async function health(blogAnswers: () => Promise<boolean>, isDeep = false): Promise<Health> {
  if (isDeep && !isEnding()) return look(blogAnswers, true)
  if (!isEnding()) return lastLook(blogAnswers)
  // Whoever asks has to turn to others soon, and is not to wait for what a look would find.
  return { ...(looks().last ?? (await lastLook(blogAnswers))), status: 'ending' }
}

async function lastLook(blogAnswers: () => Promise<boolean>): Promise<Health> {
  const state = looks()
  state.current ??= look(blogAnswers, false).finally(() => {
    setTimeout(() => delete state.current, servesMs).unref()
  })
  return (state.last = await state.current)
}
