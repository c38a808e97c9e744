import 'server-only'
import { sql } from 'drizzle-orm'
import { env } from '@/lib/env'
import type { Mode } from '@/lib/mode'
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
    await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'manual' })
    return 'ok'
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

/** The state of each part that this process depends on. Says nothing secret: no address, no cause. */
export async function health(): Promise<Health> {
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
