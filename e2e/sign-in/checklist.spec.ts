import { existsSync, readFileSync } from 'node:fs'
import { expect, table, test } from './state-fixture'

/**
 * Each identity operation of the specification, and the journey that makes it: a state of the table, whose
 * calls the matrix looks for in the network, or a test elsewhere by its title.
 */
const journeys: Record<string, { state: string; calls: string[] } | { file: string; title: string }> = {
  'fetch sign-in methods for an email': { state: 'password-sign-in', calls: ['accounts:createAuthUri'] },
  'sign in with email and password': { state: 'password-sign-in', calls: ['accounts:signInWithPassword'] },
  'create user with email and password': { state: 'create-account', calls: ['accounts:signUp'] },
  'update profile display name': { state: 'create-account', calls: ['accounts:update'] },
  'send password reset email': { state: 'recover-password', calls: ['accounts:sendOobCode'] },
  'verify password reset code': { state: 'reset-password', calls: ['accounts:resetPassword'] },
  'confirm password reset with code and new password': {
    state: 'password-changed',
    // The code is looked at first, and used with the password.
    calls: ['accounts:resetPassword', 'accounts:resetPassword'],
  },
  'check an action code': { state: 'email-verified-and-changed', calls: ['accounts:resetPassword'] },
  'apply an action code': { state: 'email-verified-and-changed', calls: ['accounts:update'] },
  'send an email sign-in link': { state: 'sign-in-email-sent', calls: ['accounts:sendOobCode'] },
  'sign in with an email link': { state: 'confirm-email', calls: ['accounts:signInWithEmailLink'] },
  'link a credential': {
    state: 'linking-with-password',
    // Refused first, and linked after the password.
    calls: ['accounts:signInWithIdp', 'accounts:signInWithPassword', 'accounts:signInWithIdp'],
  },
  'sign in with popup or redirect': {
    file: 'e2e/sign-in-ways.spec.ts',
    title: 'signs in, in a window of 500 by 600',
  },
  'sign in as a guest': { state: 'provider-list-of-all', calls: ['accounts:signUp'] },
  'send a phone verification code': { state: 'phone-code', calls: ['accounts:sendVerificationCode'] },
  'confirm a phone verification code': { state: 'phone-code', calls: ['accounts:signInWithPhoneNumber'] },
  // The widget signs in with a client of its own; the record is written by the page's, so the person has arrived there.
  'update the current user': {
    file: 'e2e/sign-in.spec.ts',
    title: 'e-mail and password: looked for, inserted, looked for again',
  },
  'upload and retrieve the download URL of the profile picture': {
    file: 'e2e/picture.spec.ts',
    title: 'a picture is cropped by keyboard, stored as a square PNG, and is there after a reload',
  },
}

/** How often each call is made. */
const counted = (calls: readonly string[]) => Map.groupBy(calls, (call) => call)

for (const [operation, journey] of Object.entries(journeys)) {
  test(`${operation}: has its journey @once`, () => {
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

test('every value of the mode parameter opens a state @once', () => {
  const opened = table.map(({ path = '' }) => /[?&]mode=(\w+)/.exec(path)?.[1])
  for (const mode of modes.split(' ')) expect(opened, mode).toContain(mode)
})

test('names are addresses, and none is there twice @once', () => {
  const names = table.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9-]+$/)
})
