import 'server-only'
import { LRUCache } from 'lru-cache'
import { processState } from '@/lib/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'
import { identityAdmin } from './admin'
import type { Identity } from './tokens'

const cacheMs = 2000

/** Short, because the token is accepted without an answer. */
const timeoutMs = 1500

const backoffMs = 5000

type Account = Pick<Identity, 'uid' | 'tenant'>

/** Concurrent calls share a lookup. */
const createState = () => ({
  disabled: new LRUCache<string, boolean, Account>({
    max: 10_000,
    ttl: cacheMs,
    fetchMethod: async (_key, _stale, { context: { uid, tenant } }) =>
      (await identityAdmin(tenant)?.lookup(uid))?.disabled ?? false,
  }),
  backoffUntil: 0,
})

async function isDisabled({ uid, tenant }: Identity): Promise<boolean> {
  if (!identityAdmin(tenant)) return false
  const state = processState('account-status', createState)
  const key = JSON.stringify([tenant, uid])
  const isBackingOff = () => performance.now() < state.backoffUntil
  if (isBackingOff() && !state.disabled.has(key)) return false
  const lookup = state.disabled.forceFetch(key, { context: { uid, tenant } })
  try {
    return await withDeadline(Date.now() + timeoutMs, lookup, () => new Error('deadline'))
  } catch (err) {
    if (!isBackingOff()) log().warn({ err }, 'account status could not be checked; tokens are accepted meanwhile')
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
export async function endSessions({ uid, tenant }: Account): Promise<void> {
  const admin = identityAdmin(tenant)
  if (!admin) {
    throw new ApiFailure('not-configured', {
      message:
        'This site can’t end your other sessions, so nothing has changed. If you have a password, changing it ends ' +
        'them, which can take up to an hour.',
    })
  }
  await admin.endSessions(uid)
  log().info('sessions ended')
}
