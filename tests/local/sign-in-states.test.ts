import { describe, expect, test } from 'vitest'
import { settingsOf } from '@/e2e/sign-in/session'
import { filled } from '@/e2e/sign-in/states/state'
import { states } from '@/e2e/sign-in/states'

describe('states of the sign-in page', () => {
  test.each(states.map(({ name, settings }) => ({ name, settings })))('has valid settings: $name', (state) => {
    expect(() => settingsOf(state)).not.toThrow()
  })

  test('names invalid settings', () => {
    expect(() => settingsOf({ name: 'a-state', settings: { signInFlow: 'sideways' } })).toThrow(/a-state: signInFlow/)
  })

  test('replaces the names of values everywhere, and nothing else', () => {
    const rule = /\{email\}/
    const piece = { path: '/{link}', steps: [{ fill: 'Email', with: '{email}' }], console: [rule], none: '{nobody}' }
    expect(filled(piece, { link: 'x', email: 'a@b.example' })).toEqual({
      path: '/x',
      steps: [{ fill: 'Email', with: 'a@b.example' }],
      console: [rule],
      none: '{nobody}',
    })
  })

  test('keeps the braces of a JSON reply', () => {
    expect(filled('{"email":"{email}"}', { email: 'a@b.example' })).toBe('{"email":"a@b.example"}')
  })
})
