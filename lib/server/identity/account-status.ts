import 'server-only'
import { LRUCache } from 'lru-cache'
import { processState } from '@/lib/process-state'
import { within } from '@/lib/server/http/deadline'
import { ApiFailure } from '@/lib/server/http/errors'
import type { Identity } from './tokens'
import { identityAdmin, type IdentityAdmin } from './admin'
import { log } from '@/lib/server/observability/log'

/** Milliseconds for which an answer serves whoever asks about the same account. */
const freshMs = 2000

/** Milliseconds of a person's patience that the question may take: a token would do without its answer. */
const waitMs = 1500

/** Milliseconds for which nobody is asked after a question that was not answered. */
const quietMs = 5000

/** By tenant and uid: whether an account is disabled, and the questions that are under way. */
type Known = {
  answers: LRUCache<string, boolean>
  underWay: Map<string, Promise<boolean>>
  quietUntil: number
}

const known = () =>
  processState<Known>('account-status', () => ({
    answers: new LRUCache({ max: 10_000, ttl: freshMs }),
    underWay: new Map(),
    quietUntil: 0,
  }))

async function ask(admin: IdentityAdmin, uid: string, key: string): Promise<boolean> {
  const { answers, underWay } = known()
  try {
    const disabled = (await admin.lookup(uid))?.disabled ?? false
    answers.set(key, disabled)
    return disabled
  } finally {
    underWay.delete(key)
  }
}

async function isDisabled({ uid, tenant }: Identity): Promise<boolean> {
  const admin = identityAdmin(tenant)
  if (!admin) return false
  const all = known()
  const key = JSON.stringify([tenant, uid])
  const told = all.answers.get(key)
  if (told !== undefined) return told
  if (performance.now() < all.quietUntil) return false
  const asked = all.underWay.get(key) ?? ask(admin, uid, key)
  all.underWay.set(key, asked)
  try {
    return await within(Date.now() + waitMs, asked, () => new Error('deadline'))
  } catch (err) {
    // Of many who wait, one says so.
    if (performance.now() >= all.quietUntil) log().warn({ err }, 'nobody says who is disabled: tokens count meanwhile')
    all.quietUntil = performance.now() + quietMs
    return false
  }
}

/**
 * Refuses a disabled account where nothing else is asked of the identity service. A short memory serves, and
 * a token counts while that service does not answer: its outage must not end everybody's reading.
 * @throws ApiFailure `unauthenticated`
 */
export async function assertNotDisabled(identity: Identity): Promise<void> {
  if (await isDisabled(identity)) throw new ApiFailure('unauthenticated', { cause: 'disabled' })
}
