import { existsSync, readFileSync } from 'node:fs'
import { quickStates } from './check-states'
import { expect, table, test } from './state-fixture'

/** The test of each specified identity operation: a state whose calls the matrix checks, or another test by title. */
const journeys: Record<string, { state: string; calls: string[] } | { file: string; title: string }> = {
  'fetch sign-in methods for an email': { state: 'password-sign-in', calls: ['accounts:createAuthUri'] },
  'sign in with email and password': { state: 'password-sign-in', calls: ['accounts:signInWithPassword'] },
  'create user with email and password': { state: 'create-account', calls: ['accounts:signUp'] },
  'update profile display name': { state: 'create-account', calls: ['accounts:update'] },
  'send password reset email': { state: 'recover-password', calls: ['accounts:sendOobCode'] },
  'verify password reset code': { state: 'reset-password', calls: ['accounts:resetPassword'] },
  'confirm password reset with code and new password': {
    state: 'password-changed',
    // Checked first, then used with the password.
    calls: ['accounts:resetPassword', 'accounts:resetPassword'],
  },
  'check an action code': { state: 'email-verified-and-changed', calls: ['accounts:resetPassword'] },
  'apply an action code': { state: 'email-verified-and-changed', calls: ['accounts:update'] },
  'send an email sign-in link': { state: 'sign-in-email-sent', calls: ['accounts:sendOobCode'] },
  'sign in with an email link': { state: 'confirm-email', calls: ['accounts:signInWithEmailLink'] },
  'link a credential': {
    state: 'linking-with-password',
    // Refused first, then linked after the password.
    calls: ['accounts:signInWithIdp', 'accounts:signInWithPassword', 'accounts:signInWithIdp'],
  },
  'sign in with popup or redirect': {
    file: 'e2e/sign-in-ways.spec.ts',
    title: 'signs in with a popup of 500 by 600',
  },
  'sign in as a guest': { state: 'provider-list-of-all', calls: ['accounts:signUp'] },
  'send a phone verification code': { state: 'phone-code', calls: ['accounts:sendVerificationCode'] },
  'confirm a phone verification code': { state: 'phone-code', calls: ['accounts:signInWithPhoneNumber'] },
  // The widget has its own client; the page's client must become the current user before it writes the record.
  'update the current user': {
    file: 'e2e/sign-in.spec.ts',
    title: 'signs up with email and password, and stores the record',
  },
  'upload and retrieve the download URL of the profile picture': {
    file: 'e2e/picture.spec.ts',
    title: 'crops by keyboard, stores a square PNG and shows it after a reload',
  },
}

const counted = (calls: readonly string[]) => Map.groupBy(calls, (call) => call)

for (const [operation, journey] of Object.entries(journeys)) {
  test(`${operation} has a test @once`, () => {
    if ('file' in journey) {
      expect(existsSync(journey.file)).toBe(true)
      expect(readFileSync(journey.file, 'utf8')).toContain(journey.title)
      return
    }
    const state = table.find(({ name }) => name === journey.state)
    const watched = counted(state?.calls ?? [])
    for (const [call, times] of counted(journey.calls)) {
      expect(watched.get(call)?.length ?? 0, `${journey.state} watches ${call}`).toBeGreaterThanOrEqual(times.length)
    }
  })
}

const modes =
  'callback recoverEmail resetPassword revertSecondFactorAddition select signIn verifyAndChangeEmail verifyEmail'

test('every mode parameter opens a state @once', () => {
  const opened = table.map(({ path = '' }) => /[?&]mode=(\w+)/.exec(path)?.[1])
  for (const mode of modes.split(' ')) expect(opened, mode).toContain(mode)
})

test('state names are unique and URL-safe @once', () => {
  const names = table.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of quickStates) expect(names).toContain(name)
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/)
})
