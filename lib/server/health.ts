import 'server-only'
import { sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { redis } from '@/lib/redis'
import { database } from './db/client'

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

const patienceMs = 1500
const off: State = 'off'
const ok: State = 'ok'

/** Whether something answers at all; its own refusals count as an answer. */
async function answers(url: string): Promise<State> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    // What is not read would hold its connection.
    await response.body?.cancel()
    return 'ok'
  } catch {
    return 'down'
  }
}

/** Whether what was asked is answered, and soon. */
function inTime(asked: Promise<unknown>): Promise<State> {
  const late = new Promise<State>((resolve) => setTimeout(resolve, patienceMs, 'down').unref())
  return Promise.race([
    asked.then(
      (): State => 'ok',
      (): State => 'down',
    ),
    late,
  ])
}

const databaseState = () => inTime(database().then((db) => db.execute(sql`select 1`)))

function cacheState(): Promise<State> | State {
  const store = redis()
  return store ? inTime(store.tried.then(() => store.client.ping())) : 'off'
}

async function look(): Promise<Health> {
  const { mode, identity, stripe, chargebee, blog } = env()
  const [databaseNow, cacheNow, identityNow, stripeNow, chargebeeNow, blogNow] = await Promise.all([
    databaseState(),
    cacheState(),
    identity ? answers(identity.authEmulator ? `http://${identity.authEmulator}/` : identity.keysUrl) : off,
    stripe ? answers(stripe.apiBase ?? 'https://api.stripe.com/healthcheck') : off,
    chargebee ? answers(chargebee.apiBase ?? `https://${chargebee.site}.chargebee.com/`) : off,
    blog.source === 'notion' ? answers(blog.apiBase ?? 'https://api.notion.com/') : ok,
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

/** Milliseconds for which a look serves those who come after it: anybody may ask, and each part answers us a look. */
const servesMs = 1000

/** Next loads a module once for each bundle, while a process looks once for all. */
const shared = globalThis as typeof globalThis & { unhurriedHealth?: Promise<Health> }

/** The state of each part that this process depends on, as of the last second. Says nothing secret: no address, no cause. */
export function health(): Promise<Health> {
  shared.unhurriedHealth ??= look().finally(() => {
    setTimeout(() => delete shared.unhurriedHealth, servesMs).unref()
  })
  return shared.unhurriedHealth
}
