import 'server-only'
import { sql } from 'drizzle-orm'
import { env, type IdentityEnv } from '@/lib/env'
import type { Mode } from '@/lib/mode'
import { database } from './db/client'
import { askForKeys } from './identity-keys'

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

/** The keys must be there to be read: without them nobody can be let in for long. */
async function identityState({ authEmulator, keysUrl }: IdentityEnv): Promise<State> {
  if (authEmulator) return answers(`http://${authEmulator}/`)
  try {
    await askForKeys(keysUrl, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    return 'ok'
  } catch {
    return 'down'
  }
}

/** Whether it answers, and whether it may be written to: the embedded one on a full disk may not, nor may a replica. */
async function databaseState(): Promise<{ state: State; onlyRead?: boolean }> {
  const down = { state: 'down' as const }
  const late = new Promise<typeof down>((resolve) => setTimeout(resolve, patienceMs, down).unref())
  const asked = database()
    .then((db) => db.execute(sql`select current_setting('transaction_read_only') as "onlyRead"`))
    .then((result) => {
      const [row] = (result as unknown as { rows: { onlyRead: string }[] }).rows
      return { state: 'ok' as const, onlyRead: row?.onlyRead === 'on' }
    })
    .catch(() => down)
  return Promise.race([asked, late])
}

async function look(): Promise<Health> {
  const { mode, identity, stripe, chargebee, blog } = env()
  const [databaseNow, identityNow, stripeNow, chargebeeNow, blogNow] = await Promise.all([
    databaseState(),
    identity ? identityState(identity) : off,
    stripe ? answers(stripe.apiBase ?? 'https://api.stripe.com/healthcheck') : off,
    chargebee ? answers(chargebee.apiBase ?? `https://${chargebee.site}.chargebee.com/`) : off,
    blog.source === 'notion' ? answers(blog.apiBase ?? 'https://api.notion.com/') : ok,
  ])
  const parts = [identityNow, stripeNow, chargebeeNow, blogNow]
  return {
    status: databaseNow.state === 'down' ? 'down' : parts.includes('down') || databaseNow.onlyRead ? 'degraded' : 'ok',
    mode,
    database: databaseNow.state,
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
const shared = globalThis as typeof globalThis & { unhurriedHealth?: Promise<Health> }

/** The state of each part that this process depends on, as of the last second. Says nothing secret: no address, no cause. */
export function health(): Promise<Health> {
  shared.unhurriedHealth ??= look().finally(() => {
    setTimeout(() => delete shared.unhurriedHealth, servesMs).unref()
  })
  return shared.unhurriedHealth
}
