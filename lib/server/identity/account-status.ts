import 'server-only'
import { LRUCache } from 'lru-cache'
import { processState } from '@/lib/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'
import { identityAdmin, type IdentityAdmin } from './admin'
import type { Identity } from './tokens'

const cacheMs = 2000

/** Short, because the token is accepted without an answer. */
const waitMs = 1500

const backoffMs = 5000

type Lookups = {
  answers: LRUCache<string, boolean>
  pending: Map<string, Promise<boolean>>
  backoffUntil: number
}

const lookups = () =>
  processState<Lookups>('account-status', () => ({
    answers: new LRUCache({ max: 10_000, ttl: cacheMs }),
    pending: new Map(),
    backoffUntil: 0,
  }))

async function lookUp(admin: IdentityAdmin, uid: string, key: string): Promise<boolean> {
  const { answers, pending } = lookups()
  try {
    const disabled = (await admin.lookup(uid))?.disabled ?? false
    answers.set(key, disabled)
    return disabled
  } finally {
    pending.delete(key)
  }
}

async function isDisabled({ uid, tenant }: Identity): Promise<boolean> {
  const admin = identityAdmin(tenant)
  if (!admin) return false
  const state = lookups()
  const key = JSON.stringify([tenant, uid])
  const cached = state.answers.get(key)
  if (cached !== undefined) return cached
  if (performance.now() < state.backoffUntil) return false
  const lookup = state.pending.get(key) ?? lookUp(admin, uid, key)
  state.pending.set(key, lookup)
  try {
    return await withDeadline(Date.now() + waitMs, lookup, () => new Error('deadline'))
  } catch (err) {
    if (performance.now() >= state.backoffUntil) {
      log().warn({ err }, 'account status could not be checked; tokens are accepted meanwhile')
    }
    state.backoffUntil = performance.now() + backoffMs
    return false
  }
}

/** Briefly cached. Tokens pass while the identity service is down, so that reading still works. */
export async function assertNotDisabled(identity: Identity): Promise<void> {
  if (await isDisabled(identity)) throw new ApiFailure('unauthenticated', { cause: 'disabled' })
}

/** Without an admin credential, tokens stay valid for their hour. */
export async function assertNotRevoked(identity: Identity): Promise<void> {
  const admin = identityAdmin(identity.tenant)
  if (!admin) return
  const account = await admin.lookup(identity.uid)
  if (!account || account.disabled || identity.authTime < account.validSince) {
    throw new ApiFailure('unauthenticated', { cause: 'revoked' })
  }
}

/** @throws ApiFailure `not-configured` without an admin credential, `unavailable` */
export async function endSessions({ uid, tenant }: Pick<Identity, 'uid' | 'tenant'>): Promise<void> {
  const admin = identityAdmin(tenant)
  if (!admin) {
    throw new ApiFailure('not-configured', {
      message:
        'This site cannot end your other sessions; nothing has changed. Changing your password does it, if you have one; ' +
        'this can take up to an hour.',
    })
  }
  await admin.endSessions(uid)
  log().info('sessions ended')
}
