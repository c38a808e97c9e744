import 'server-only'
import { importPKCS8, SignJWT } from 'jose'
import * as z from 'zod'
import { env, type IdentityEnv } from '@/lib/env'
import { picturePath } from '@/lib/site'
import { ApiFailure } from '@/lib/server/http/errors'

/** What the provider knows of an account; `validSince` in seconds: tokens of earlier sign-ins are revoked. */
type Account = { disabled: boolean; validSince: number }

export type IdentityAdmin = {
  /** Null when there is no such account. */
  lookup(uid: string): Promise<Account | null>
  /** Ends the account at the provider; one that is already gone is no error. */
  remove(uid: string): Promise<void>
  /** Revokes what every sign-in until now has left behind; at an account that is gone there is nothing to revoke. */
  endSessions(uid: string): Promise<void>
  /** Deletes the profile picture, if there is one. */
  removePicture(uid: string): Promise<void>
}

const timeoutMs = 4000
const scope = 'https://www.googleapis.com/auth/identitytoolkit https://www.googleapis.com/auth/devstorage.read_write'

const accounts = z.object({
  users: z.array(z.object({ disabled: z.boolean().optional(), validSince: z.coerce.number().optional() })).optional(),
})
const grant = z.object({ access_token: z.string(), expires_in: z.number() })

let held: { token: string; until: number } | undefined
let asked: Promise<string> | undefined

type ServiceAccount = NonNullable<IdentityEnv['serviceAccount']>

/**
 * An access token for the service account, kept until a minute before its end, and asked for once by all who
 * need it at the same time.
 * @throws ApiFailure `unavailable`
 */
export async function accessToken(account: ServiceAccount): Promise<string> {
  if (held && held.until > Date.now()) return held.token
  asked ??= askForToken(account).finally(() => {
    asked = undefined
  })
  return asked
}

/** By the JWT bearer grant (RFC 7523). */
async function askForToken(account: ServiceAccount): Promise<string> {
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
  held = { token: access_token, until: Date.now() + (expires_in - 60) * 1000 }
  return access_token
}

/** What stands behind a failure that the service has answered. */
class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Whether the service has said that it did not do what was asked; else nobody knows. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && error.extra.cause instanceof Refusal

/** @throws ApiFailure `unavailable` without an answer or with a failed one; 404 is handed on */
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

function connect(
  settings: IdentityEnv,
  bucket: string | null,
  tenant: string | null,
  bearer: () => Promise<string>,
): IdentityAdmin {
  const accountsBase = settings.authEmulator
    ? `http://${settings.authEmulator}/identitytoolkit.googleapis.com`
    : settings.accountsUrl
  const storageBase = settings.storageEmulator ? `http://${settings.storageEmulator}` : settings.storageUrl
  const owner = `projects/${settings.projectId}${tenant === null ? '' : `/tenants/${encodeURIComponent(tenant)}`}`
  const ask = async (method: string, body: object) =>
    call(`${accountsBase}/v1/${owner}/accounts:${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    async lookup(uid) {
      const answer = await ask('lookup', { localId: [uid] })
      const [account] = accounts.parse(await answer.json()).users ?? []
      return account ? { disabled: account.disabled ?? false, validSince: account.validSince ?? 0 } : null
    },
    async remove(uid) {
      await ask('delete', { localId: uid })
    },
    async endSessions(uid) {
      await ask('update', { localId: uid, validSince: String(Math.floor(Date.now() / 1000)) })
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

/**
 * The provider's account administration, or null when no admin credential is configured.
 * @param tenant whose accounts it is about; null for those of the project itself
 */
export function identityAdmin(tenant: string | null = null): IdentityAdmin | null {
  const { identity: settings, bucket, deployment } = env()
  if (!settings) return null
  // The emulator's own word for "whoever runs me".
  if (settings.authEmulator && deployment === 'local') return connect(settings, bucket, tenant, async () => 'owner')
  const account = settings.serviceAccount
  return account ? connect(settings, bucket, tenant, () => accessToken(account)) : null
}
