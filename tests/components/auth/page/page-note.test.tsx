// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Note } from '@/components/auth/page/note'
import { PageNote } from '@/components/auth/page/page-note'

afterEach(cleanup)

function shown(note: Note, single = false) {
  const presses = { popup: vi.fn(), otherWays: vi.fn() }
  render(<PageNote note={note} provider="Google" single={single} {...presses} />)
  return presses
}

test.each([
  ['unfinished', /Signing in with Google was not finished\.\s*Nothing was changed\./],
  ['waiting', /Signing in with Google takes long\./],
] as const)('%s: said at once, with two ways on', (kind, words) => {
  const { popup, otherWays } = shown({ kind, provider: 'google.com' })
  expect(screen.getByRole('alert').textContent).toMatch(words)
  fireEvent.click(screen.getByRole('button', { name: 'Try again in a small window' }))
  fireEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
  expect([popup, otherWays].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a wait that no provider has a part in has one way on', () => {
  const { otherWays } = shown({ kind: 'waiting', provider: null })
  expect(screen.getByRole('alert').textContent).toMatch(/This takes long\.\s*You can wait, or go on here\./)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
  expect(otherWays).toHaveBeenCalledOnce()
})

test('where there is one way alone, no others are promised', () => {
  const { otherWays } = shown({ kind: 'unfinished', provider: 'google.com' }, true)
  expect(screen.queryByRole('button', { name: 'Other ways to sign in' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }))
  expect(otherWays).toHaveBeenCalledOnce()
})

test('an interruption goes on by a press', () => {
  const again = vi.fn()
  shown({ kind: 'interrupted', sentence: 'A network error has occurred', again })
  expect(screen.getByRole('alert').textContent).toContain('A network error has occurred')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

test.each([
  [{ kind: 'taken' }, 'This address has an account already.'],
  [{ kind: 'stranded' }, 'Something went wrong. Please try again.'],
] as const)('%j', (note, words) => {
  shown(note)
  expect(screen.getByRole('alert').textContent).toContain(words)
})
