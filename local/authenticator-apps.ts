/** Authenticator apps (TOTP) as a second factor, which the identity emulator lacks. Answers their calls and forwards others. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isTotpCode, newTotpSecret, totpPeriodSeconds } from './totp'

type Enrollment = {
  mfaEnrollmentId: string
  displayName?: string
  enrolledAt: string
  phoneInfo?: string
  totpInfo?: object
}
type User = { localId: string; tenantId?: string; mfaInfo?: Enrollment[]; disabled?: boolean }

/** The part of the emulator's memory that is used here: firebase-tools, lib/emulator/auth/state.js. */
type State = {
  users: Map<string, User>
  updateUserByLocalId(localId: string, fields: object): unknown
  createRefreshTokenFor(user: User, provider: string, options: { secondFactor: object }): string
}
export type FactorState = State & { tenantProjectForTenantId: Map<string, State> }
type EnrollmentValidator = { validateMfaEnrollments(list: Enrollment[]): Enrollment[] }

type Body = Record<string, unknown>
type PendingEnrollment = { localId: string; secret: string; until: number }

const finalizeMs = 10 * 60_000
const forwardedHeader = 'x-passed-on'
const ineligibleProviders = new Set(['anonymous', 'phone', 'custom', 'gc.apple.com'])

class Refusal extends Error {}

const isFields = (value: unknown): value is Body => typeof value === 'object' && value !== null
const fields = (value: unknown): Body => (isFields(value) ? value : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const parseJson = (json: string): Body => {
  try {
    return fields(JSON.parse(json))
  } catch {
    return {}
  }
}
const claimsOf = (token: string) => parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** The emulator itself accepts phone numbers only. */
export function allowAuthenticatorApps(projects: EnrollmentValidator): void {
  const { validateMfaEnrollments } = projects
  projects.validateMfaEnrollments = function (list) {
    validateMfaEnrollments.call(
      this,
      list.filter(({ totpInfo }) => !totpInfo),
    )
    return list
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const respond = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(body))

/**
 * @param secrets keys of the enrolled apps by enrolment id
 * @param base address of this listener, to ask the emulator itself
 */
export function withAuthenticatorApps(
  emulator: RequestListener,
  project: FactorState,
  secrets: Map<string, string>,
  base: string,
): RequestListener {
  const pendingEnrollments = new Map<string, PendingEnrollment>()

  async function callEmulator(path: string, init: RequestInit): Promise<Body> {
    const reply = await fetch(base + path, { method: 'POST', ...init })
    const body = parseJson(await reply.text())
    if (!reply.ok) throw new Refusal(text(fields(body.error).message) || 'INTERNAL_ERROR')
    return body
  }

  function stateOf(tenantId: unknown): State {
    return (typeof tenantId === 'string' && project.tenantProjectForTenantId.get(tenantId)) || project
  }

  async function issueTokens(state: State, user: User, provider: string, identifier: string) {
    const secondFactor = { identifier, provider: 'totp' }
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: state.createRefreshTokenFor(user, provider, { secondFactor }),
    })
    const granted = await callEmulator('/securetoken.googleapis.com/v1/token?key=local', { body })
    return { idToken: granted.id_token, refreshToken: granted.refresh_token }
  }

  async function findSignedInUser(idToken: string) {
    if (!idToken) throw new Refusal('MISSING_ID_TOKEN')
    const found = await callEmulator('/identitytoolkit.googleapis.com/v1/accounts:lookup?key=local', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken }),
    })
    const [shown] = (found.users ?? []) as { localId: string; emailVerified?: boolean }[]
    const { sign_in_provider: provider, tenant } = fields(claimsOf(idToken).firebase)
    const state = stateOf(tenant)
    const user = state.users.get(shown?.localId ?? '')
    if (!user) throw new Refusal('USER_NOT_FOUND')
    if (ineligibleProviders.has(text(provider))) {
      throw new Refusal('UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.')
    }
    if (!shown?.emailVerified) {
      throw new Refusal('UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.')
    }
    return { state, user, provider: text(provider) }
  }

  async function startEnrollment(body: Body) {
    const { user } = await findSignedInUser(text(body.idToken))
    const sessionInfo = randomBytes(24).toString('base64url')
    const until = Date.now() + finalizeMs
    const secret = newTotpSecret()
    pendingEnrollments.set(sessionInfo, { localId: user.localId, secret, until })
    return {
      totpSessionInfo: {
        sharedSecretKey: secret,
        verificationCodeLength: 6,
        hashingAlgorithm: 'SHA1',
        periodSec: totpPeriodSeconds,
        sessionInfo,
        finalizeEnrollmentTime: new Date(until).toISOString(),
      },
    }
  }

  async function finishEnrollment(body: Body) {
    const { state, user, provider } = await findSignedInUser(text(body.idToken))
    const { sessionInfo, verificationCode } = fields(body.totpVerificationInfo)
    const own = pendingEnrollments.get(text(sessionInfo))
    if (!own || own.localId !== user.localId) throw new Refusal('INVALID_SESSION_INFO')
    if (own.until < Date.now()) throw new Refusal('SESSION_EXPIRED')
    if (!isTotpCode(own.secret, text(verificationCode))) throw new Refusal('INVALID_CODE')
    pendingEnrollments.delete(text(sessionInfo))
    const enrollment: Enrollment = {
      mfaEnrollmentId: randomBytes(14).toString('hex'),
      ...(text(body.displayName) && { displayName: text(body.displayName) }),
      enrolledAt: new Date().toISOString(),
      totpInfo: {},
    }
    secrets.set(enrollment.mfaEnrollmentId, own.secret)
    state.updateUserByLocalId(user.localId, { mfaInfo: [...(user.mfaInfo ?? []), enrollment] })
    return { ...(await issueTokens(state, user, provider, enrollment.mfaEnrollmentId)), totpAuthInfo: {} }
  }

  async function finishSignIn(body: Body) {
    const pending = parseJson(Buffer.from(text(body.mfaPendingCredential), 'base64').toString())
    const state = stateOf(pending.tenantId)
    const user = state.users.get(text(pending.localId))
    if (!user) throw new Refusal('INVALID_MFA_PENDING_CREDENTIAL')
    const factor = user.mfaInfo?.find(({ mfaEnrollmentId }) => mfaEnrollmentId === body.mfaEnrollmentId)
    const secret = factor && secrets.get(factor.mfaEnrollmentId)
    if (!factor || !secret) throw new Refusal('MFA_ENROLLMENT_NOT_FOUND')
    if (user.disabled) throw new Refusal('USER_DISABLED')
    if (!isTotpCode(secret, text(fields(body.totpVerificationInfo).verificationCode))) throw new Refusal('INVALID_CODE')
    state.updateUserByLocalId(user.localId, { lastLoginAt: String(Date.now()) })
    return issueTokens(state, user, text(pending.signInProvider), factor.mfaEnrollmentId)
  }

  const calls: [path: string, field: string, call: (body: Body) => Promise<object>][] = [
    ['mfaEnrollment:start', 'totpEnrollmentInfo', startEnrollment],
    ['mfaEnrollment:finalize', 'totpVerificationInfo', finishEnrollment],
    ['mfaSignIn:finalize', 'totpVerificationInfo', finishSignIn],
  ]

  async function handleFactorCall(request: IncomingMessage, response: ServerResponse) {
    const sent = await readBody(request)
    const body = parseJson(sent)
    const own = calls.find(([path, field]) => request.url?.includes(`/accounts/${path}`) && isFields(body[field]))
    if (own) return respond(response, 200, await own[2](body))
    const { 'content-type': type = 'application/json', authorization } = request.headers
    const reply = await fetch(base + (request.url ?? ''), {
      method: 'POST',
      headers: { 'content-type': type, [forwardedHeader]: '1', ...(authorization && { authorization }) },
      body: sent,
    })
    response.writeHead(reply.status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    return response.end(await reply.text())
  }

  /** The emulator lists an account's factors without saying which are apps. */
  function addTotpInfo(response: ServerResponse) {
    const chunks: Buffer[] = []
    const { end } = response
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
    }
    response.write = (chunk: unknown) => {
      keep(chunk)
      return true
    }
    response.end = ((chunk?: unknown) => {
      keep(chunk)
      const whole = Buffer.concat(chunks)
      const body = parseJson(whole.toString())
      if (!Array.isArray(body.mfaInfo)) return end.call(response, whole, 'utf8')
      const mfaInfo = (body.mfaInfo as Enrollment[]).map((one) =>
        secrets.has(one.mfaEnrollmentId) ? { ...one, totpInfo: {} } : one,
      )
      const named = JSON.stringify({ ...body, mfaInfo })
      response.setHeader('content-length', Buffer.byteLength(named))
      return end.call(response, named, 'utf8')
    }) as typeof response.end
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    if (method === 'POST' && /\/accounts\/mfa/.test(url) && headers[forwardedHeader] === undefined) {
      handleFactorCall(request, response).catch((error: unknown) => {
        const message = error instanceof Refusal ? error.message : 'INTERNAL_ERROR'
        respond(response, 400, {
          error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
        })
      })
      return
    }
    if (method === 'POST' && /\/v1\/accounts:sign(In|Up)/.test(url)) addTotpInfo(response)
    emulator(request, response)
  }
}
