// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { attendantOf, type Desk } from '@/components/auth/widget/attendant'
import { markedRedirect, rememberedVisit } from '@/components/auth/page/memory'
import type { Note } from '@/components/auth/page/note'
import { settingsOf } from '@/tests/components/auth/some-settings'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function desk(change: Partial<Desk> = {}, settings: Record<string, unknown> = {}) {
  const made = {
    settings: settingsOf(settings),
    page: () => 'sign-in',
    opened: () => false,
    visit: () => 'in' as const,
    byLink: () => false,
    hides: vi.fn(async () => true),
    offers: (method: string) => ['google.com', 'password'].includes(method),
    say: vi.fn<(note: Note | null) => void>(),
    usePopups: vi.fn(),
    dropLinks: vi.fn<() => void>(),
    changed: vi.fn(),
    ...change,
  }
  return {
    ...made,
    say: made.say as ReturnType<typeof vi.fn<(note: Note | null) => void>>,
    attendant: attendantOf(made),
  }
}

describe('the setting of enumeration protection', () => {
  test.each([
    ['auto', true, ['password'], 1],
    ['auto', false, [], 1],
    ['on', false, ['password'], 0],
    ['off', true, [], 0],
  ])('%s, where the project hides: %s', async (emailEnumerationProtection, hidden, answer, asked) => {
    const hides = vi.fn(async () => hidden)
    const { attendant } = desk({ hides }, { emailEnumerationProtection })
    expect(await attendant.lookUp('a@x.test', [])).toEqual(answer)
    expect(hides).toHaveBeenCalledTimes(asked)
  })

  test('a real answer asks nobody', async () => {
    const { attendant, hides } = desk()
    expect(await attendant.lookUp('a@x.test', ['google.com'])).toEqual(['google.com'])
    expect(hides).not.toHaveBeenCalled()
  })
})

test('a link that was pressed for beats a password, but not while linking', async () => {
  const pressed = desk({ byLink: () => true }).attendant
  expect(await pressed.lookUp('a@x.test', ['password'])).toEqual(['emailLink'])
  const linking = desk({ byLink: () => true, page: () => 'callback' }).attendant
  expect(await linking.lookUp('a@x.test', ['password'])).toEqual(['password'])
  const signInOptions = [{ provider: 'password', signInMethod: 'emailLink' }]
  const usual = desk({ byLink: () => true }, { signInOptions }).attendant
  expect(await usual.lookUp('a@x.test', ['password'])).toEqual(['password'])
})

test('an account that stands in the way is linked by what the provider said of it', async () => {
  const { attendant } = desk({ page: () => 'callback' })
  attendant.conflict({ provider: 'facebook.com', ways: ['google.com'] })
  expect(await attendant.lookUp('a@x.test', [])).toEqual(['google.com'])
  expect(attendant.conflicting()?.provider).toBe('facebook.com')
})

test('a redirect is marked until it has an end; with nothing, providers open in windows from then on', () => {
  const { attendant, usePopups } = desk()
  attendant.returned('nothing')
  expect(usePopups).not.toHaveBeenCalled()
  attendant.leaving('google.com')
  expect(markedRedirect()).toEqual({ provider: 'google.com', byLink: false })
  attendant.returned('nothing')
  expect(usePopups).toHaveBeenCalledOnce()
  expect(markedRedirect()).not.toBeNull()
  attendant.returned('person')
  expect(markedRedirect()).toBeNull()
  attendant.leaving('google.com')
  attendant.leaving(null)
  expect(markedRedirect()).toBeNull()
})

test('what was said is remembered when a link is sent', () => {
  desk({ visit: () => 'new' }).attendant.linkSent()
  expect(rememberedVisit()).toBe('new')
})

test.each(['press', 'connection'])('an interruption ends by a %s', async (way) => {
  const { attendant, say } = desk()
  const over = attendant.interrupted('A network error has occurred')
  const note = say.mock.calls[0]?.[0]
  expect(note).toMatchObject({ kind: 'interrupted', sentence: 'A network error has occurred' })
  if (way === 'press' && note?.kind === 'interrupted') note.again()
  else dispatchEvent(new Event('online'))
  await over
  expect(say).toHaveBeenLastCalledWith(null)
})

test('an interruption that is abandoned is said no more, and nothing makes the call again', async () => {
  const { attendant, say } = desk()
  const goesOn = vi.fn()
  void attendant.interrupted('A network error has occurred').then(goesOn)
  const note = say.mock.calls[0]?.[0]
  attendant.abandon()
  expect(say).toHaveBeenLastCalledWith(null)
  say.mockClear()
  dispatchEvent(new Event('online'))
  if (note?.kind === 'interrupted') note.again()
  await Promise.resolve()
  expect(goesOn).not.toHaveBeenCalled()
  // Another note may stand there by now.
  expect(say).not.toHaveBeenCalled()
})

test('what is abandoned is what was under way, not what comes after', () => {
  const { attendant } = desk()
  const before = attendant.signal()
  attendant.abandon()
  expect([before.aborted, attendant.signal().aborted]).toEqual([true, false])
})

test.each([
  [['password'], true, 1],
  [[{ provider: 'password', signInMethod: 'emailLink' }], false, 0],
])('links that the project refuses, with %j: there is something else: %s', (signInOptions, other, times) => {
  const { attendant, dropLinks } = desk({}, { signInOptions })
  expect(attendant.linkRefused()).toBe(other)
  expect(dropLinks).toHaveBeenCalledTimes(times)
})

test.each([
  ['callback', ['emailLink'], 1],
  ['callback', ['password'], 0],
  ['sign-in', ['emailLink'], 0],
])('on %s, %j: links are switched on %s times', async (page, methods, times) => {
  const preferLinks = vi.fn()
  await desk({ page: () => page, preferLinks }).attendant.lookUp('a@x.test', methods)
  expect(preferLinks).toHaveBeenCalledTimes(times)
})

test.each([
  [true, [], 'person'],
  [true, ['password'], 'account'],
  [false, [], 'account'],
])('the project hides: %s, the look-up says %j: %s leads on', async (hidden, methods, who) => {
  const ledBy = vi.fn()
  const { attendant } = desk({ hides: async () => hidden, ledBy })
  await attendant.lookUp('ada@x.test', methods)
  expect(ledBy.mock.calls).toEqual([[who]])
})
