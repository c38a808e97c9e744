import 'server-only'
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import * as z from 'zod'
import { env, type IdentityEnv } from '@/lib/env'
import { limits } from '@/lib/site'
import { limitStream } from '@/lib/server/http/request'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'

export type Identity = {
  uid: string
  email: string | null
  /** If false, the address may belong to another person. */
  emailVerified: boolean
  /** Confirmed by text message. */
  phone: string | null
  providerId: string
  /** A guest cannot sign in to this account again. */
  isGuest: boolean
  /** Whether this sign-in passed a second factor. */
  hasSecondFactor: boolean
  /** Seconds, as the next. */
  issuedAt: number
  authTime: number
  /** Null for the project itself. */
  tenant: string | null
}

const skewSeconds = 60

/** Databases refuse NUL. */
const safeText = z.string().refine((value) => !value.includes('\0'))

const claims = z.object({
  sub: safeText.min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: safeText.optional(),
  email_verified: z.boolean().optional(),
  phone_number: safeText.optional(),
  firebase: z
    .object({
      sign_in_provider: safeText.optional(),
      sign_in_second_factor: z.string().optional(),
      tenant: safeText.optional(),
      identities: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
})

/** After an upgrade, tokens may name the anonymous sign-in for a while. */
const isGuest = ({ email, firebase }: z.infer<typeof claims>): boolean =>
  firebase?.sign_in_provider === 'anonymous' && !email && Object.keys(firebase.identities ?? {}).length === 0

const unauthenticated = (cause: unknown) => new ApiFailure('unauthenticated', { cause })

/** The token is valid, so the clock is wrong and signing in again would not help. */
function clockMismatch(): ApiFailure {
  const cause = 'a token issued in the future'
  log().error(`Refused ${cause}. Check this server's clock.`)
  return new ApiFailure('unauthenticated', {
    reason: 'clock',
    detail: 'clock',
    cause,
  })
}

const keyFetchErrorCodes = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'])

async function verifySignedToken(token: string, settings: IdentityEnv): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, cachedKeySet(settings.keysUrl), {
      algorithms: ['RS256'],
      audience: settings.projectId,
      issuer: `https://securetoken.google.com/${settings.projectId}`,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    return payload
  } catch (cause) {
    const isTokenInvalid = cause instanceof errors.JOSEError && !keyFetchErrorCodes.has(cause.code)
    throw isTokenInvalid ? unauthenticated(cause) : new ApiFailure('unavailable', { cause })
  }
}

/** The emulator does not sign tokens; `lib/env` allows an emulator only in `local`. */
function verifyEmulatorToken(token: string, settings: IdentityEnv): JWTPayload {
  try {
    const payload = decodeJwt(token)
    const now = Date.now() / 1000
    const isValid =
      decodeProtectedHeader(token).alg === 'none' &&
      token.endsWith('.') &&
      payload.aud === settings.projectId &&
      payload.iss === `https://securetoken.google.com/${settings.projectId}` &&
      (payload.exp ?? 0) > now
    if (isValid) return payload
  } catch (cause) {
    throw unauthenticated(cause)
  }
  throw unauthenticated('not a token of this emulator')
}

/** @throws ApiFailure `unauthenticated`, or `unavailable` if the provider's keys cannot be fetched */
export async function verifyToken(token: string | null): Promise<Identity> {
  const { identity: settings, signIn, deployment } = env()
  if (!settings) throw new ApiFailure('unavailable', { detail: 'signInNotSetUp' })
  if (!token) throw unauthenticated('no token')
  const isEmulated = deployment === 'local' && settings.authEmulator !== null
  const payload = isEmulated ? verifyEmulatorToken(token, settings) : await verifySignedToken(token, settings)
  const parsed = claims.safeParse(payload)
  const latestTime = Date.now() / 1000 + skewSeconds
  if (!parsed.success) throw unauthenticated('wrong claims')
  if (parsed.data.iat > latestTime || parsed.data.auth_time > latestTime) throw clockMismatch()
  const tenant = parsed.data.firebase?.tenant ?? null
  // Anyone can make an emulator's tokens, so their tenant proves nothing.
  if (!isEmulated && tenant !== null && !Object.hasOwn(signIn.tenants ?? {}, tenant))
    throw unauthenticated('an unknown tenant')
  return {
    uid: parsed.data.sub,
    email: parsed.data.email ?? null,
    emailVerified: parsed.data.email_verified ?? false,
    phone: parsed.data.phone_number ?? null,
    providerId: parsed.data.firebase?.sign_in_provider ?? 'anonymous',
    isGuest: isGuest(parsed.data),
    hasSecondFactor: parsed.data.firebase?.sign_in_second_factor !== undefined,
    issuedAt: parsed.data.iat,
    authTime: parsed.data.auth_time,
    tenant,
  }
}

/** Guests pass, because they cannot sign in again. @throws ApiFailure `recent-sign-in-required` */
export function assertRecentSignIn(
  { authTime, isGuest }: Pick<Identity, 'authTime' | 'isGuest'>,
  now = Date.now(),
): void {
  if (isGuest || now - authTime * 1000 <= limits.recentSignInMinutes * 60_000) return
  throw new ApiFailure('recent-sign-in-required')
}

/** A withdrawn key must not stay valid for long. A token with an unknown key asks earlier. */
const keysLifeMs = 6 * 3_600_000

const keysTimeoutMs = 3000

/** Real key sets have about 2,000 bytes. */
const maxKeysBytes = 64 * 1024

const keySetShape = z.object({ keys: z.array(z.object({ kid: z.string(), kty: z.literal('RSA') })).nonempty() })

/** @throws unless it is a non-empty key set: an empty one would reject every token */
export async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 200) throw new Error(`the key address answered ${response.status}`)
  const text = await new Response(response.body && limitStream(response.body, maxKeysBytes)).text()
  keySetShape.parse(JSON.parse(text))
  return new Response(text, response)
}

const keySets = new Map<string, JWTVerifyGetKey>()

function cachedKeySet(url: string): JWTVerifyGetKey {
  const options = { cacheMaxAge: keysLifeMs, timeoutDuration: keysTimeoutMs, [customFetch]: fetchKeys }
  const keys = keySets.get(url) ?? createRemoteJWKSet(new URL(url), options)
  keySets.set(url, keys)
  return keys
}
