/** Accounts at the identity service, and whether their sessions have ended. */
import 'server-only'
import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { env, type IdentityEnv } from '@/lib/env'
import { picturePath } from '@/lib/site'
import { ApiFailure } from '@/lib/server/http/errors'
import { withDeadline } from '@/lib/server/http/request'
import { log } from '@/lib/server/observability/log'
import type { Identity } from './tokens'

/** Tokens of sign-ins before `validSince` (seconds) are revoked. */
export type Account = { disabled: boolean; validSince: number; hasSecondFactor: boolean }

/** A missing account or picture is no error. */
type IdentityAdmin = {
  lookup(uid: string): Promise<Account | null>
  remove(uid: string): Promise<void>
  endSessions(uid: string): Promise<void>
  removePicture(uid: string): Promise<void>
}

const timeoutMs = 3000
const scope = 'https://www.googleapis.com/auth/identitytoolkit https://www.googleapis.com/auth/devstorage.read_write'

const accounts = z.object({
  users: z
    .array(
      z
        .object({
          disabled: z.boolean().default(false),
          validSince: z.coerce.number().default(0),
          mfaInfo: z.array(z.unknown()).default([]),
        })
        .transform(({ mfaInfo, ...account }) => ({ ...account, hasSecondFactor: mfaInfo.length > 0 })),
    )
    .default([]),
})
const grant = z.object({ access_token: z.string(), expires_in: z.number() })

let cached: { token: string; until: number } | undefined
let pending: Promise<string> | undefined

type ServiceAccount = NonNullable<IdentityEnv['serviceAccount']>

/** Cached until a minute before it expires. @throws ApiFailure `unavailable` */
export async function accessToken(account: ServiceAccount): Promise<string> {
  if (cached && cached.until > Date.now()) return cached.token
  pending ??= requestToken(account).finally(() => {
    pending = undefined
  })
  return pending
}

/** The JWT bearer grant (RFC 7523). */
async function requestToken(account: ServiceAccount): Promise<string> {
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.clientEmail)
    .setAudience(account.tokenUrl)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(account.privateKey, 'RS256'))
  const response = await call(account.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  })
  const { access_token, expires_in } = grant.parse(await response.json())
  cached = { token: access_token, until: Date.now() + (expires_in - 60) * 1000 }
  return access_token
}

class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Whether the service refused and changed nothing. Without an answer the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.extra.cause instanceof Refusal

async function call(url: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  } catch (cause) {
    throw new ApiFailure('unavailable', { cause })
  }
  if (response.ok || response.status === 404) return response
  const text = await response.text()
  if (text.includes('USER_NOT_FOUND')) return new Response('{}', { status: 404 })
  throw new ApiFailure('unavailable', {
    cause: new Refusal(`identity service: ${response.status} ${text.slice(0, 200)}`),
  })
}

/** Null without an admin credential. @param tenant null for the project itself */
export function identityAdmin(tenant: string | null = null): IdentityAdmin | null {
  const { identity: settings, bucket, deployment } = env()
  if (!settings) return null
  const { authEmulator, storageEmulator, serviceAccount: account, projectId } = settings
  // The emulator accepts the token `owner`.
  const isEmulated = authEmulator !== null && deployment === 'local'
  if (!isEmulated && !account) return null
  const authorization = async () => `Bearer ${isEmulated || !account ? 'owner' : await accessToken(account)}`
  const accountsBase = authEmulator ? `http://${authEmulator}/identitytoolkit.googleapis.com` : settings.accountsUrl
  const storageBase = storageEmulator ? `http://${storageEmulator}` : settings.storageUrl
  const owner = `projects/${projectId}${tenant === null ? '' : `/tenants/${encodeURIComponent(tenant)}`}`
  const post = async (method: string, body: object) =>
    call(`${accountsBase}/v1/${owner}/accounts:${method}`, {
      method: 'POST',
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    async lookup(uid) {
      const response = await post('lookup', { localId: [uid] })
      return accounts.parse(await response.json()).users[0] ?? null
    },
    async remove(uid) {
      await post('delete', { localId: uid })
    },
    async endSessions(uid) {
      await post('update', { localId: uid, validSince: String(Math.floor(Date.now() / 1000)) })
    },
    async removePicture(uid) {
      if (!bucket) return
      const address = `${storageBase}/storage/v1/b/${bucket}/o/${encodeURIComponent(picturePath(uid))}`
      await call(address, { method: 'DELETE', headers: { authorization: await authorization() } })
    },
  }
}

type SignIn = Pick<Identity, 'authTime' | 'hasSecondFactor'>

/** Adding a second factor ends all sessions that have not passed one. */
export const isSessionEnded = ({ authTime, hasSecondFactor }: SignIn, account: Account): boolean =>
  account.disabled || authTime < account.validSince || (account.hasSecondFactor && !hasSecondFactor)

const sessionEnded = () => new ApiFailure('unauthenticated', { cause: 'revoked' })

/** Short, because the token is accepted without an answer. */
const readTimeoutMs = 1500

/** Tokens pass while the identity service is down, so that reading still works. */
export async function assertProbablyNotRevoked(identity: Identity): Promise<void> {
  const lookup = identityAdmin(identity.tenant)?.lookup(identity.uid)
  if (!lookup) return
  const account = await withDeadline(Date.now() + readTimeoutMs, lookup, () => new Error('deadline')).catch(
    (err: unknown) => {
      log().warn({ err }, 'account status could not be checked; the token is accepted')
      return null
    },
  )
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
export async function endSessions({ uid, tenant }: Identity): Promise<void> {
  const admin = identityAdmin(tenant)
  if (!admin) {
    throw new ApiFailure('not-configured', { detail: 'sessionsNotEndable' })
  }
  await admin.endSessions(uid)
  log().info('sessions ended')
}
