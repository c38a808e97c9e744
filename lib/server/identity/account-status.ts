import 'server-only'
import { LRUCache } from 'lru-cache'
import { processState } from '@/lib/server/process-state'
import { ApiFailure } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request-context'
import { log } from '@/lib/server/observability/log'
import { identityAdmin, type Account } from './admin'
import type { Identity } from './tokens'

const cacheMs = 2000

/** Short, because the token is accepted without an answer. */
const timeoutMs = 1500

const backoffMs = 5000

type Owner = Pick<Identity, 'uid' | 'tenant'>

/** Concurrent calls share a lookup. */
const createState = () => ({
  accounts: new LRUCache<string, { account: Account | null }, Owner>({
    max: 10_000,
    ttl: cacheMs,
    fetchMethod: async (_key, _stale, { context: { uid, tenant } }) => ({
      account: (await identityAdmin(tenant)?.lookup(uid)) ?? null,
    }),
  }),
  backoffUntil: 0,
})

/** Null also if it could not be looked up. */
async function recentAccount({ uid, tenant }: Identity): Promise<Account | null> {
  if (!identityAdmin(tenant)) return null
  const state = processState('account-status', createState)
  const key = JSON.stringify([tenant, uid])
  const isBackingOff = () => performance.now() < state.backoffUntil
  if (isBackingOff() && !state.accounts.has(key)) return null
  const lookup = state.accounts.forceFetch(key, { context: { uid, tenant } })
  try {
    return (await withDeadline(Date.now() + timeoutMs, lookup, () => new Error('deadline'))).account
  } catch (err) {
    if (!isBackingOff()) log().warn({ err }, 'account status could not be checked; tokens are accepted meanwhile')
    state.backoffUntil = performance.now() + backoffMs
    return null
  }
}

type SignIn = Pick<Identity, 'authTime' | 'hasSecondFactor'>

/** Adding a second factor ends all sessions that have not passed one. */
export const isSessionEnded = ({ authTime, hasSecondFactor }: SignIn, account: Account): boolean =>
  account.disabled || authTime < account.validSince || (account.hasSecondFactor && !hasSecondFactor)

const sessionEnded = () => new ApiFailure('unauthenticated', { cause: 'revoked' })

/** Briefly cached. Tokens pass while the identity service is down, so that reading still works. */
export async function assertProbablyNotRevoked(identity: Identity): Promise<void> {
  const account = await recentAccount(identity)
  if (account && isSessionEnded(identity, account)) throw sessionEnded()
}

/** Without an admin credential, tokens stay valid for their hour. */
export async function assertNotRevoked(identity: Identity): Promise<void> {
  const admin = identityAdmin(identity.tenant)
  if (!admin) return
  const account = await admin.lookup(identity.uid)
  if (!account || isSessionEnded(identity, account)) throw sessionEnded()
}

/** @throws ApiFailure `not-configured` without an admin credential, `unavailable` */
export async function endSessions({ uid, tenant }: Owner): Promise<void> {
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
