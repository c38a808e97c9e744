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
import { limitStream } from '@/lib/server/http/body'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'

export type Identity = {
  uid: string
  email: string | null
  /** If false, the address may belong to another person. */
  emailVerified: boolean
  providerId: string
  /** A guest cannot sign in to this account again. */
  isGuest: boolean
  authTime: number
  /** Null for the project itself. */
  tenant: string | null
}

const skewSeconds = 60

/** Databases refuse NUL. */
const text = z.string().refine((value) => !value.includes('\0'))

const claims = z.object({
  sub: text.min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  email: text.optional(),
  email_verified: z.boolean().optional(),
  firebase: z
    .object({
      sign_in_provider: text.optional(),
      tenant: text.optional(),
      identities: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
})

/** After an upgrade, tokens may name the anonymous sign-in for a while. */
const isGuest = ({ email, firebase }: z.infer<typeof claims>): boolean =>
  firebase?.sign_in_provider === 'anonymous' && !email && Object.keys(firebase.identities ?? {}).length === 0

const refused = (cause: unknown) => new ApiFailure('unauthenticated', { cause })

/** The token is valid, so the clock is wrong and signing in again would not help. */
function clockWrong(cause: string): ApiFailure {
  log().error(`${cause} was refused: is the clock of this server right?`)
  return new ApiFailure('unauthenticated', {
    reason: 'clock',
    message: 'Our clock doesn’t match the sign-in service’s, so we can’t sign you in. Please try again later.',
    cause,
  })
}

const keyProblems = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'])

async function verifySigned(token: string, settings: IdentityEnv): Promise<JWTPayload> {
  const keys = keysAt(settings.keysUrl)
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms: ['RS256'],
      audience: settings.projectId,
      issuer: `https://securetoken.google.com/${settings.projectId}`,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    // Also by the provider's clock, in case ours is slow.
    if ((payload.exp ?? 0) * 1000 <= keys.time())
      throw new errors.JWTExpired('expired by the clock of the provider', payload)
    return payload
  } catch (cause) {
    const lasts = cause instanceof errors.JWTExpired && (cause.payload.exp ?? 0) - skewSeconds > keys.time() / 1000
    if (lasts) throw clockWrong('a token that has not expired by the clock of the provider')
    const isAboutToken = cause instanceof errors.JOSEError && !keyProblems.has(cause.code)
    throw isAboutToken ? refused(cause) : new ApiFailure('unavailable', { cause })
  }
}

/** The emulator does not sign tokens; `lib/env` allows an emulator only in `local`. */
function verifyEmulated(token: string, settings: IdentityEnv): JWTPayload {
  try {
    const payload = decodeJwt(token)
    const now = Date.now() / 1000
    const right =
      decodeProtectedHeader(token).alg === 'none' &&
      token.endsWith('.') &&
      payload.aud === settings.projectId &&
      payload.iss === `https://securetoken.google.com/${settings.projectId}` &&
      (payload.exp ?? 0) > now
    if (right) return payload
  } catch (cause) {
    throw refused(cause)
  }
  throw refused('not a token of this emulator')
}

/** @throws ApiFailure `unauthenticated`, or `unavailable` if the provider's keys cannot be fetched */
export async function verifyToken(token: string | null): Promise<Identity> {
  const { identity: settings, signIn, deployment } = env()
  if (!settings) throw new ApiFailure('unavailable', { message: 'Signing in isn’t set up on this server.' })
  if (!token) throw refused('no token')
  const emulated = deployment === 'local' && settings.authEmulator !== null
  const payload = emulated ? verifyEmulated(token, settings) : await verifySigned(token, settings)
  const parsed = claims.safeParse(payload)
  const latest = Date.now() / 1000 + skewSeconds
  if (!parsed.success) throw refused('wrong claims')
  if (parsed.data.iat > latest || parsed.data.auth_time > latest) throw clockWrong('a token of the future')
  const tenant = parsed.data.firebase?.tenant ?? null
  // Anyone can make an emulator's tokens, so their tenant proves nothing.
  if (!emulated && tenant !== null && !Object.hasOwn(signIn.tenants ?? {}, tenant)) throw refused('an unknown tenant')
  return {
    uid: parsed.data.sub,
    email: parsed.data.email ?? null,
    emailVerified: parsed.data.email_verified ?? false,
    providerId: parsed.data.firebase?.sign_in_provider ?? 'anonymous',
    isGuest: isGuest(parsed.data),
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

const defaultCacheMs = 3_600_000

/** A withdrawn key must not stay valid here. */
const maxCacheMs = 24 * 3_600_000

const keysTimeoutMs = 3000

/** Real key sets have about 2,000 bytes. */
const maxKeysBytes = 64 * 1024

const keySet = z.object({ keys: z.array(z.object({ kid: z.string(), kty: z.literal('RSA') })).nonempty() })

export function cacheMsOf(headers: Headers): number {
  const [, seconds] = /(?:^|[\s,])max-age="?(\d+)/i.exec(headers.get('cache-control') ?? '') ?? []
  if (seconds === undefined) return defaultCacheMs
  const age = Number(headers.get('age') ?? 0) || 0
  return Math.min(maxCacheMs, Math.max(0, Number(seconds) - age) * 1000)
}

/** @throws unless it is a non-empty key set: an empty one would reject every token */
export async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 200) throw new Error(`the key address answered ${response.status}`)
  const text = await new Response(response.body && limitStream(response.body, maxKeysBytes)).text()
  keySet.parse(JSON.parse(text))
  return new Response(text, response)
}

type Keys = {
  find: JWTVerifyGetKey
  /** The provider's clock, as `Date.now()`, or NaN. */
  time(): number
}

function keySetAt(url: string): Keys {
  let freshUntil = 0
  let clock = { time: Number.NaN, at: 0 }
  const set = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: Infinity,
    timeoutDuration: keysTimeoutMs,
    async [customFetch](address, init) {
      const response = await fetchKeys(address, init)
      freshUntil = Date.now() + cacheMsOf(response.headers)
      clock = { time: Date.parse(response.headers.get('date') ?? ''), at: performance.now() }
      return response
    },
  })
  return {
    async find(header, token) {
      if (Date.now() >= freshUntil) await set.reload()
      return set(header, token)
    },
    time: () => clock.time + performance.now() - clock.at,
  }
}

const sets = new Map<string, Keys>()

function keysAt(url: string): Keys {
  const known = sets.get(url) ?? keySetAt(url)
  sets.set(url, known)
  return known
}
