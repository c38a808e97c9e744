import 'server-only'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import * as z from 'zod'
import { env, type IdentityEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { identityAdmin } from './admin'
import { keysAt } from './signing-keys'
import { log } from '@/lib/server/observability/log'

/**
 * Who a verified token speaks for. `authTime` is when the person signed in, in seconds. Only where
 * `emailVerified` is true has the address been shown to be theirs: anybody can sign up with another's.
 */
export type Identity = {
  uid: string
  email: string | null
  emailVerified: boolean
  providerId: string
  /** Whether the account is a guest's, who cannot sign in to it again anywhere. */
  isGuest: boolean
  authTime: number
  /** The tenant whose account it is; null for one of the project itself. */
  tenant: string | null
}

/** Clocks may differ by this many seconds before a token counts as made in the future. */
const skewSeconds = 60

/** No database stores a NUL, and no provider puts one into a claim. */
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

/** A token of somebody who was a guest may name that sign-in for a while, and their new identity beside it. */
const isGuest = ({ email, firebase }: z.infer<typeof claims>): boolean =>
  firebase?.sign_in_provider === 'anonymous' && !email && Object.keys(firebase.identities ?? {}).length === 0

const refused = (cause: unknown) => new ApiFailure('unauthenticated', { cause })

/** A token that is right but for its time speaks of a clock that is wrong: signing in once more would not help. */
function clockWrong(cause: string): ApiFailure {
  log().error(`${cause} was refused: is the clock of this server right?`)
  return new ApiFailure('unauthenticated', {
    reason: 'clock',
    message: 'Our clock does not agree with the sign-in service, so we cannot sign you in. Please try again later.',
    cause,
  })
}

/** What jose says when the key address fails: no answer, not 200, or something that is no key set. */
const keyProblems = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'])

/** Checks the signature and the standard claims with the provider's keys: RS256 only. */
async function verifySigned(token: string, settings: IdentityEnv): Promise<JWTPayload> {
  const keys = keysAt(settings.keysUrl)
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms: ['RS256'],
      audience: settings.projectId,
      issuer: `https://securetoken.google.com/${settings.projectId}`,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    })
    // Also by the provider's clock: a server whose own is behind would let in who has been out for as long.
    if ((payload.exp ?? 0) * 1000 <= keys.time())
      throw new errors.JWTExpired('expired by the clock of the provider', payload)
    return payload
  } catch (cause) {
    const lasts = cause instanceof errors.JWTExpired && (cause.payload.exp ?? 0) - skewSeconds > keys.time() / 1000
    if (lasts) throw clockWrong('a token that has not expired by the clock of the provider')
    // Whatever is not a statement about the token is one about the key address: nobody is let in, nobody is blamed.
    const ofToken = cause instanceof errors.JOSEError && !keyProblems.has(cause.code)
    throw ofToken ? refused(cause) : new ApiFailure('unavailable', { cause })
  }
}

/** The emulator does not sign: this way is open only where `lib/env` lets an emulator be named at all. */
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

/**
 * Turns an identity token into the person it speaks for.
 * @throws ApiFailure `unauthenticated` for any token that is not exactly right,
 *   `unavailable` when the provider's keys cannot be had or no identity project is configured
 */
export async function verifyToken(token: string | null): Promise<Identity> {
  const { identity: settings, signIn, deployment } = env()
  if (!settings) throw new ApiFailure('unavailable', { message: 'Signing in is not set up on this server.' })
  if (!token) throw refused('no token')
  const emulated = deployment === 'local' && settings.authEmulator !== null
  const payload = emulated ? verifyEmulated(token, settings) : await verifySigned(token, settings)
  const parsed = claims.safeParse(payload)
  const latest = Date.now() / 1000 + skewSeconds
  if (!parsed.success) throw refused('wrong claims')
  if (parsed.data.iat > latest || parsed.data.auth_time > latest) throw clockWrong('a token of the future')
  const tenant = parsed.data.firebase?.tenant ?? null
  // An emulator's tokens are anybody's to make, whatever they say.
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

/**
 * Asks the provider whether the person still exists, is not disabled and has not ended their sessions
 * since the token's sign-in. Without an admin credential the provider cannot be asked, and a token
 * lives out its hour.
 * @throws ApiFailure `unauthenticated`, or `unavailable` when the provider does not answer
 */
export async function assertNotRevoked(identity: Identity): Promise<void> {
  const admin = identityAdmin(identity.tenant)
  if (!admin) return
  const account = await admin.lookup(identity.uid)
  if (!account || account.disabled || identity.authTime < account.validSince) throw refused('revoked')
}
