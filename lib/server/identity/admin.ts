import 'server-only'
import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { env, type IdentityEnv } from '@/lib/env'
import { picturePath } from '@/lib/site'
import { ApiFailure } from '@/lib/server/http/errors'

/** Tokens of sign-ins before `validSince` (seconds) are revoked. */
export type Account = { disabled: boolean; validSince: number; hasSecondFactor: boolean }

/** A missing account or picture is no error. */
type IdentityAdmin = {
  lookup(uid: string): Promise<Account | null>
  remove(uid: string): Promise<void>
  endSessions(uid: string): Promise<void>
  removePicture(uid: string): Promise<void>
}

const timeoutMs = 4000
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

type Connection = {
  settings: IdentityEnv
  bucket: string | null
  tenant: string | null
  bearer: () => Promise<string>
}

function connect({ settings, bucket, tenant, bearer }: Connection): IdentityAdmin {
  const accountsBase = settings.authEmulator
    ? `http://${settings.authEmulator}/identitytoolkit.googleapis.com`
    : settings.accountsUrl
  const storageBase = settings.storageEmulator ? `http://${settings.storageEmulator}` : settings.storageUrl
  const owner = `projects/${settings.projectId}${tenant === null ? '' : `/tenants/${encodeURIComponent(tenant)}`}`
  const post = async (method: string, body: object) =>
    call(`${accountsBase}/v1/${owner}/accounts:${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
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
      await call(`${storageBase}/storage/v1/b/${bucket}/o/${encodeURIComponent(picturePath(uid))}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${await bearer()}` },
      })
    },
  }
}

/** Null without an admin credential. @param tenant null for the project itself */
export function identityAdmin(tenant: string | null = null): IdentityAdmin | null {
  const { identity: settings, bucket, deployment } = env()
  if (!settings) return null
  const account = settings.serviceAccount
  // The emulator accepts the token `owner`.
  const isEmulated = settings.authEmulator && deployment === 'local'
  if (!isEmulated && !account) return null
  const bearer = async () => (isEmulated || !account ? 'owner' : accessToken(account))
  return connect({ settings, bucket, tenant, bearer })
}
