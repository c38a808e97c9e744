import { describe, expect, test } from 'vitest'
import { afterPage, initialState, viewOf, type Note, type State } from '@/components/auth/state'
import { settingsOf } from './settings'

describe('a new page of the widget', () => {
  const used: Note = { kind: 'link', problem: 'used', mode: 'verifyEmail' }
  const taken: Note = { kind: 'taken' }
  const interrupted: Note = { kind: 'interrupted', sentence: 'A network error has occurred', onRetry: () => {} }
  const done: State['stage'] = { at: 'leaving' }

  test.each<[string, Partial<State>, string, string | null, Partial<State>]>([
    ['keeps the note of a failed link', { note: used }, 'email-verification-failure', null, { note: used }],
    ['forgets a refusal', { refusal: 'auth/wrong-password' }, 'sign-in', null, { refusal: '' }],
    ['drops a note when the visitor goes on', { note: taken }, 'password-sign-in', null, { note: null }],
    ['keeps an interruption', { note: interrupted }, 'password-sign-in', null, { note: interrupted }],
    ['changes no note behind another step', { note: taken, stage: done }, 'password-sign-in', null, { note: taken }],
    [
      'shows an unfinished redirect',
      { returnedFrom: 'google.com' },
      'provider-sign-in',
      'google.com',
      { note: { kind: 'unfinished', provider: 'google.com' }, returnedFrom: null },
    ],
  ])('%s', (_, change, name, unfinished, expected) => {
    const before: State = { ...initialState, stage: { at: 'widget' }, ...change }
    const page = { name, hasButtons: true }
    expect(afterPage(before, page, unfinished)).toEqual({ ...before, page, ...expected })
  })
})

describe('viewOf', () => {
  const view = (change: Partial<State> = {}, options: unknown[] = ['password', 'google.com']) =>
    viewOf({ ...initialState, stage: { at: 'widget' }, settings: settingsOf({ signInOptions: options }), ...change })
  const at = (name: string, hasButtons = true) => ({ page: { name, hasButtons } })

  test.each([
    [at('sign-in'), true, true],
    [at('password-sign-in'), true, true],
    [{ ...at('password-sign-in'), ledBy: 'account' as const }, false, true],
    [at('password-linking'), false, true],
    [{ ...at('password-linking'), emailLink: true }, false, false],
    [at('unsupported-provider'), false, true],
    [at('phone-sign-in-finish'), false, false],
    [{ ...at('sign-in'), stage: { at: 'loading' as const } }, false, false],
  ])('with %j: choice %s, link switch %s', (change, choice, link) => {
    const { showsChoice, showsLinkSwitch } = view(change)
    expect([showsChoice, showsLinkSwitch]).toEqual([choice, link])
  })

  test.each([
    [{ ledBy: 'account' }, true],
    [{ ledBy: 'account', visit: 'new' }, false],
    [{ ledBy: 'visitor' }, false],
  ] as const)('reports an unknown address with %j: %s', (change, expected) => {
    expect(view({ ...at('password-sign-up'), ...change }).isUnknownAddress).toBe(expected)
  })

  test.each([
    ['auth/wrong-password', 'wrongPassword'],
    ['auth/user-disabled', null],
  ])('points to the choice after %s', (refusal, hint) => {
    expect(view({ ...at('password-sign-in'), refusal }).choiceHint).toBe(hint)
  })

  test('shows neither choice nor switch without passwords', () => {
    const phone = view(at('sign-in'), ['phone'])
    expect([phone.showsChoice, phone.showsLinkSwitch, phone.isSingleWay]).toEqual([false, false, true])
    expect([phone, view(at('provider-sign-in'))].map((each) => each.warnsOfApps)).toEqual([false, true])
    const link = view(at('sign-in'), [{ provider: 'password', signInMethod: 'emailLink' }])
    expect([link.showsChoice, link.showsLinkSwitch]).toEqual([true, false])
  })
})
