import { describe, expect, test } from 'vitest'
import { initialState, reduce, viewOf, type SignInEvent, type Note, type State } from '@/components/auth/reducer'
import { settingsOf } from './settings'

describe('reduce', () => {
  const settings = settingsOf({ signInOptions: ['password', 'google.com'] })
  const state = (change: Partial<State> = {}): State => ({
    ...initialState,
    settings,
    stage: { at: 'widget' },
    ...change,
  })
  const page = (name: string, unfinished: string | null = null): SignInEvent => ({
    type: 'page',
    name,
    hasButtons: true,
    unfinished,
  })
  const interrupted: Note = { kind: 'interrupted', sentence: 'A network error has occurred', onRetry: () => {} }
  const second = { Step: () => null, step: {} } as unknown as Omit<
    Extract<SignInEvent, { type: 'second-factor' }>,
    'type'
  >

  const used: Note = { kind: 'link', problem: 'used', mode: 'verifyEmail' }
  const taken: Note = { kind: 'taken' }
  const unfinished: Note = { kind: 'unfinished', provider: 'google.com' }
  const returned = { returnedFrom: 'google.com' }

  test.each<[string, Partial<State>, SignInEvent, Partial<State>]>([
    ['keeps the note of a failed link', { note: used }, page('email-verification-failure'), { note: used }],
    ['forgets a refusal on the next page', { refusal: 'auth/wrong-password' }, page('sign-in'), { refusal: '' }],
    ['shows an unfinished redirect', {}, page('provider-sign-in', 'google.com'), { note: unfinished }],
    ['drops a note when the visitor goes on', { note: taken }, page('password-sign-in'), { note: null }],
    ['keeps an interruption', { note: interrupted }, page('password-sign-in'), { note: interrupted }],
    ['is stranded', { isMerging: true }, { type: 'stranded' }, { isMerging: false, note: { kind: 'stranded' } }],
    [
      'asks for a second factor',
      { note: interrupted, ...returned },
      { type: 'second-factor', ...second },
      { stage: { at: 'second', ...second }, note: null, returnedFrom: null },
    ],
    [
      'leaves without a note',
      { note: taken, isMerging: true },
      { type: 'leaving' },
      { stage: { at: 'leaving' }, note: null, isMerging: true, isDone: true },
    ],
  ])('%s', (_, before, event, after) => {
    const shown = event.type === 'page' ? { page: { name: event.name, hasButtons: event.hasButtons } } : {}
    expect(reduce(state(before), event)).toEqual(state({ ...before, ...shown, ...after }))
  })

  test.each<[string, SignInEvent]>([
    ['shown', { type: 'shown' }],
    ['note', { type: 'note', note: { kind: 'taken' } }],
    ['stranded', { type: 'stranded' }],
  ])('ignores "%s" once done or behind a second factor', (_, event) => {
    for (const hidden of [
      state({ stage: { at: 'leaving' }, isDone: true }),
      state({ stage: { at: 'second', ...second } }),
    ])
      expect(reduce(hidden, event)).toBe(hidden)
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
