/** Second factors of the local identity service: authenticator apps by our stand-in, text messages by the emulator. */
import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '@/local/ports'
import { isTotpCode, newTotpSecret, totpCode } from '@/local/totp'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

type Answer = {
  error?: { message: string }
  idToken: string
  refreshToken: string
  localId: string
  mfaPendingCredential?: string
  mfaInfo?: { mfaEnrollmentId: string; phoneInfo?: string; totpInfo?: object }[]
  totpSessionInfo: { sharedSecretKey: string; sessionInfo: string }
  phoneSessionInfo: { sessionInfo: string }
  phoneResponseInfo: { sessionInfo: string }
  users: { mfaInfo?: object[] }[]
}

const dataDir = temporaryFolder('identity')
let child: ChildProcess
let base = ''

async function start() {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['--import', 'tsx', 'local/identity.ts'], {
    env: { ...process.env, AUTH_EMULATOR_PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(base).then(
      () => true,
      () => false,
    )
  while (child.exitCode === null && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 100))
}
async function stop() {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  await ended
}

beforeAll(start)
afterAll(async () => {
  await stop()
})

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${base}/identitytoolkit.googleapis.com/${path}?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}
const owner = { authorization: 'Bearer owner' }
const claims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { firebase: object }

let people = 0
async function person({ verified = true } = {}) {
  const email = `ada-${++people}@people.example`
  const password = 'calm-water-7'
  const { idToken, localId } = await post('v1/accounts:signUp', { email, password, returnSecureToken: true })
  if (verified) await post('v1/projects/demo-unhurried/accounts:update', { localId, emailVerified: true }, owner)
  return { email, password, idToken, signIn: () => post('v1/accounts:signInWithPassword', { email, password }) }
}

async function addApp(idToken: string) {
  const { totpSessionInfo } = await post('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey: secret, sessionInfo } = totpSessionInfo
  const finish = (verificationCode: string) =>
    post('v2/accounts/mfaEnrollment:finalize', {
      idToken,
      displayName: 'App',
      totpVerificationInfo: { sessionInfo, verificationCode },
    })
  return { secret, finish }
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The code of the newest text message. */
async function texted() {
  const answer = await fetch(`${base}/emulator/v1/projects/demo-unhurried/verificationCodes`)
  const { verificationCodes } = (await answer.json()) as { verificationCodes: { code: string }[] }
  return verificationCodes.at(-1)?.code ?? ''
}
async function addPhone(idToken: string, phoneNumber: string) {
  const phoneEnrollmentInfo = { phoneNumber }
  const { phoneSessionInfo } = await post('v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo })
  const phoneVerificationInfo = { sessionInfo: phoneSessionInfo.sessionInfo, code: await texted() }
  return post('v2/accounts/mfaEnrollment:finalize', { idToken, phoneVerificationInfo })
}

describe('codes', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('match RFC 6238 at %d s', (seconds, code) => {
    expect(totpCode(secret, seconds * 1000)).toBe(code)
  })
  test('are valid a period early or late, and no more', () => {
    const now = 1_700_000_000_000
    expect([-60, -30, 0, 30, 60].map((s) => isTotpCode(secret, totpCode(secret, now + s * 1000), now))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })
  test('use a new key of 32 letters each time', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(newTotpSecret())
  })
})

test('adds an app with the right code, and asks for it at sign-in', async () => {
  const ada = await person()
  const { secret, finish } = await addApp(ada.idToken)
  expect((await finish(wrong(totpCode(secret)))).error?.message).toBe('INVALID_CODE')
  const added = await finish(totpCode(secret))
  expect(claims(added.idToken).firebase).toMatchObject({ sign_in_second_factor: 'totp' })

  const pending = await ada.signIn()
  expect(pending.idToken).toBeUndefined()
  expect(pending.mfaInfo).toEqual([expect.objectContaining({ displayName: 'App', totpInfo: {} })])
  const confirm = (verificationCode: string) =>
    post('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential: pending.mfaPendingCredential,
      mfaEnrollmentId: pending.mfaInfo?.[0]?.mfaEnrollmentId,
      totpVerificationInfo: { verificationCode },
    })
  expect((await confirm(wrong(totpCode(secret)))).error?.message).toBe('INVALID_CODE')
  const { idToken, refreshToken } = await confirm(totpCode(secret))
  expect(claims(idToken).firebase).toMatchObject({ sign_in_provider: 'password', sign_in_second_factor: 'totp' })
  expect(refreshToken).not.toBe('')
})

test('accepts app and phone side by side, each by its own code', async () => {
  const ada = await person()
  const { secret, finish } = await addApp(ada.idToken)
  await finish(totpCode(secret))
  const { idToken } = await addPhone(ada.idToken, '+16505550111')
  const { users } = await post('v1/accounts:lookup', { idToken })
  expect(users[0]?.mfaInfo).toHaveLength(2)
  expect(JSON.stringify(users)).not.toContain(secret)

  const { mfaPendingCredential, mfaInfo } = await ada.signIn()
  expect(mfaInfo?.map(({ phoneInfo, totpInfo }) => phoneInfo ?? totpInfo)).toEqual([{}, '+*******0111'])
  const { phoneResponseInfo } = await post('v2/accounts/mfaSignIn:start', {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo?.[1]?.mfaEnrollmentId,
    phoneSignInInfo: {},
  })
  const phoneVerificationInfo = { sessionInfo: phoneResponseInfo.sessionInfo, code: await texted() }
  const signedIn = await post('v2/accounts/mfaSignIn:finalize', { mfaPendingCredential, phoneVerificationInfo })
  expect(claims(signedIn.idToken).firebase).toMatchObject({ sign_in_second_factor: 'phone' })

  await post('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: mfaInfo?.[0]?.mfaEnrollmentId })
  expect((await ada.signIn()).mfaInfo).toHaveLength(1)
})

test('refuses apps for unconfirmed addresses, guests and other tokens', async () => {
  const ada = await person({ verified: false })
  const start = (idToken: string) => post('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  expect((await start(ada.idToken)).error?.message).toContain('UNVERIFIED_EMAIL')
  const guest = await post('v1/accounts:signUp', { returnSecureToken: true })
  expect((await start(guest.idToken)).error?.message).toContain('UNSUPPORTED_FIRST_FACTOR')
  expect((await start('')).error?.message).toContain('MISSING_ID_TOKEN')
})

test('keeps an app after a restart', async () => {
  const ada = await person()
  const { secret, finish } = await addApp(ada.idToken)
  await finish(totpCode(secret))
  await stop()
  await start()
  const { mfaPendingCredential, mfaInfo } = await ada.signIn()
  const signedIn = await post('v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential,
    mfaEnrollmentId: mfaInfo?.[0]?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: totpCode(secret) },
  })
  expect(signedIn.idToken).toBeTruthy()
})
