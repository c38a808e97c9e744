import { describe, expect, test } from 'vitest'
import { settingsOf } from '@/local/gallery/settings'
import { filled } from '@/local/gallery/state'
import { states } from '@/local/gallery/states'

describe('the gallery’s table', () => {
  test.each(states.map(({ name, settings }) => ({ name, settings })))('$name: its settings hold', (state) => {
    expect(() => settingsOf(state)).not.toThrow()
  })

  test('settings that are wrong are named', () => {
    expect(() => settingsOf({ name: 'a-state', settings: { signInFlow: 'sideways' } })).toThrow(/a-state: signInFlow/)
  })

  test('values stand in place of their names, everywhere, and nothing else is touched', () => {
    const rule = /\{email\}/
    const piece = { path: '/{link}', steps: [{ fill: 'Email', with: '{email}' }], console: [rule], none: '{nobody}' }
    expect(filled(piece, { link: 'x', email: 'a@b.example' })).toEqual({
      path: '/x',
      steps: [{ fill: 'Email', with: 'a@b.example' }],
      console: [rule],
      none: '{nobody}',
    })
  })

  test('a reply in JSON keeps its braces', () => {
    expect(filled('{"email":"{email}"}', { email: 'a@b.example' })).toBe('{"email":"a@b.example"}')
  })
})
