import 'server-only'
import { sql } from 'drizzle-orm'
import { isEnding } from '@/lib/ending'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { database } from './db/client'

type State = 'ok' | 'off' | 'down'

export type Health = {
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

const patienceMs = 1500
const off: State = 'off'
const ok: State = 'ok'

/** Whether something answers; its own refusals count as an answer, and that it has failed does not. */
async function answers(url: string): Promise<State> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    // What is not read would hold its connection.
    await response.body?.cancel()
    return response.status < 500 ? 'ok' : 'down'
  } catch {
    return 'down'
  }
}

async function databaseState(): Promise<State> {
  const late = new Promise<State>((resolve) => setTimeout(resolve, patienceMs, 'down').unref())
  const asked = database()
    .then((db) => db.execute(sql`select 1`))
    .then((): State => 'ok')
    .catch((): State => 'down')
  return Promise.race([asked, late])
}

async function look(): Promise<Health> {
  const { mode, identity, stripe, chargebee, blog } = env()
  const [databaseNow, identityNow, stripeNow, chargebeeNow, blogNow] = await Promise.all([
    databaseState(),
    identity ? answers(identity.authEmulator ? `http://${identity.authEmulator}/` : identity.keysUrl) : off,
    stripe ? answers(stripe.apiBase ?? 'https://api.stripe.com/healthcheck') : off,
    chargebee ? answers(chargebee.apiBase ?? `https://${chargebee.site}.chargebee.com/`) : off,
    blog.source === 'notion' ? answers(blog.apiBase ?? 'https://api.notion.com/') : ok,
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

/** Milliseconds for which a look serves those who come after it: anybody may ask, and each part answers us a look. */
const servesMs = 1000

/** Next loads a module once for each bundle, while a process looks once for all. */
const shared = globalThis as typeof globalThis & { unhurriedHealth?: Promise<Health>; unhurriedHealthBefore?: Health }

/** The state of each part that this process depends on, as of the last second. Says nothing secret: no address, no cause. */
export async function health(): Promise<Health> {
  if (!isEnding()) return lastLook()
  // Whoever asks has to turn to others soon, and is not to wait for what a look would find.
  return { ...(shared.unhurriedHealthBefore ?? (await lastLook())), status: 'ending' }
}

async function lastLook(): Promise<Health> {
  shared.unhurriedHealth ??= look().finally(() => {
    setTimeout(() => delete shared.unhurriedHealth, servesMs).unref()
  })
  return (shared.unhurriedHealthBefore = await shared.unhurriedHealth)
}
