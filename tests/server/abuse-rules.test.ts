import { afterAll, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { normalizeMailbox, addressHash } from '@/lib/server/users/address-marks'
import { bitsFor, createChallenge, formAge, createFormToken, isProofValid } from '@/lib/server/contact/proof'
import { clientOf } from '@/lib/server/http/client-address'
import { isSessionEnded } from '@/lib/server/identity/admin'
import { assertRecentSignIn } from '@/lib/server/identity/tokens'
import { solveChallenge } from '@/lib/contract/proof-of-work'
import { stage } from '@/tests/setup/stage'

const world = await stage()
afterAll(() => world.close())

describe('the mailbox of an address', () => {
  test.each([
    ['Ada@People.Example', 'ada@people.example'],
    ['ada+trial2@people.example', 'ada@people.example'],
    ['a.d.a@people.example', 'a.d.a@people.example'],
    ['A.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@people.example.', 'ada@people.example'],
    ['ａｄａ@people.example', 'ada@people.example'],
    ['+tag@people.example', '+tag@people.example'],
  ])('normalises %j to %j', (email, mailbox) => {
    expect(normalizeMailbox(email)).toBe(mailbox)
  })
})

describe('the hash', () => {
  test('is the same for one mailbox, and does not contain it', async () => {
    const hash = await addressHash('Ada+x@people.example')
    expect(hash).toBe(await addressHash('ada@people.example'))
    expect(hash).not.toBe(await addressHash('bob@people.example'))
    expect(hash).toMatch(/^[\w-]{43}$/)
  })

  test('depends on HASH_SECRET', async () => {
    const stored = await addressHash('ada@people.example')
    env().hashSecret = 'x'.repeat(32)
    const keyed = await addressHash('ada@people.example')
    env().hashSecret = 'y'.repeat(32)
    expect(new Set([stored, keyed, await addressHash('ada@people.example')]).size).toBe(3)
    env().hashSecret = null
    expect(await addressHash('ada@people.example')).toBe(stored)
  })
})

describe("the contact form's proof of work", () => {
  test.each([
    [0, 13],
    [120, 15],
    [1e6, 20],
  ])('has with %i proofs a minute %i bits', (load, bits) => {
    expect(bitsFor(load)).toBe(bits)
  })

  test('is valid for ten minutes and one message', async () => {
    const now = Date.now()
    const challenge = await createChallenge('digest', 8, now)
    const proof = await solveChallenge(challenge)
    expect(await isProofValid(proof, 'digest', now)).toBe(true)
    expect(await isProofValid(proof, 'digest', now + 599_000)).toBe(true)
    expect(await isProofValid(proof, 'digest', now + 601_000)).toBe(false)
    expect(await isProofValid(proof, 'digest', now - 120_000)).toBe(false)
    expect(await isProofValid(proof, 'another', now)).toBe(false)
    expect(await formAge(challenge.token, 'digest', now)).toBeNull()
  })

  test('dates a form’s token for a day and one message', async () => {
    const now = Date.now()
    const token = await createFormToken('digest', now)
    expect(await formAge(token, 'digest', now)).toBe(0)
    expect(await formAge(token, 'digest', now + 5000)).toBe(5000)
    expect(await formAge(token, 'digest', now + 25 * 3_600_000)).toBeNull()
    expect(await formAge(token, 'another', now + 5000)).toBeNull()
    expect(await formAge(token.replace(/^\d+/, String(now - 9000)), 'digest', now)).toBeNull()
    expect(await isProofValid(`${token}.0`, 'digest', now)).toBe(false)
    for (const wrong of [undefined, null, 7, '', 'x', ['a']]) expect(await formAge(wrong, 'digest')).toBeNull()
  })
})

test.each([
  ['x-real-ip', '203.0.113.9', '203.0.113.9'],
  ['x-real-ip', '::ffff:203.0.113.9', '203.0.113.9'],
  ['x-real-ip', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['x-real-ip', '2001:db8::9', '2001:db8:0:0'],
  ['x-real-ip', 'unknown', null],
  ['x-real-ip', '', null],
  ['x-real-ip', 'evil, 203.0.113.9', '203.0.113.9'],
  ['x-real-ip', '203.0.113.9, evil', null],
  ['x-forwarded-for', '203.0.113.9', null],
])('identifies a client by %s: %j is %j', async (header, value, client) => {
  env().clientAddressHeader = 'x-real-ip'
  expect(clientOf(new Headers({ [header]: value }))).toBe(client)
  env().clientAddressHeader = null
  expect(clientOf(new Headers({ [header]: value }))).toBeNull()
})

const account = { disabled: false, validSince: 1000, hasSecondFactor: false }
test.each([
  ['a sign-in after the sessions were ended', {}, {}, false],
  ['a sign-in before the sessions were ended', { authTime: 999 }, {}, true],
  ['a disabled account', {}, { disabled: true }, true],
  ['one step, before a second one was added', {}, { hasSecondFactor: true }, true],
  ['two steps', { hasSecondFactor: true }, { hasSecondFactor: true }, false],
  ['two steps, of which one was removed since', { hasSecondFactor: true }, {}, false],
])('decides whether the session of %s has ended', (_, signIn, change, isEnded) => {
  const session = { authTime: 1000, hasSecondFactor: false, ...signIn }
  expect(isSessionEnded(session, { ...account, ...change })).toBe(isEnded)
})

test.each([
  [0, true],
  [599, true],
  [601, false],
])('treats a sign-in %i seconds ago as recent: %s', (seconds, isRecent) => {
  const now = 1_800_000_000_000
  const check = () => assertRecentSignIn({ authTime: now / 1000 - seconds, isGuest: false }, now)
  expect(() => assertRecentSignIn({ authTime: 0, isGuest: true }, now)).not.toThrow()
  if (isRecent) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ code: 'recent-sign-in-required', status: 403 }))
})
