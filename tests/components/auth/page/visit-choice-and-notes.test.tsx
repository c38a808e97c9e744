// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Visit } from '@/components/auth/widget/look-up'
import { PageNote, VisitChoice } from '@/components/auth/page/visit-choice-and-notes'
import type { Note } from '@/components/auth/page/reducer'

test.each<[Visit, boolean, RegExp]>([
  ['in', false, /we’ll ask for your password next/],
  ['new', false, /choose a password next: 6 characters or more/],
  ['in', true, /^If you use email, we’ll send you a link that signs you in\./],
  ['new', true, /^If you use email, we’ll send you a link that creates your account\./],
])('asks for the visit, with the hint for %s, by link: %s', (visit, emailLink, text) => {
  render(<VisitChoice visit={visit} emailLink={emailLink} showsHint onChoose={vi.fn()} />)
  const group = screen.getByRole('group')
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(text)
})

describe('notices above the widget', () => {
  function shown(note: Note, single = false) {
    const presses = { onOpenPopup: vi.fn(), onStartAgain: vi.fn(), onNewLink: vi.fn() }
    render(<PageNote note={note} provider="Google" isSingleWay={single} {...presses} />)
    return presses
  }

  test.each([
    ['unfinished', /Signing in with Google was not finished\.\s*Nothing was changed\./],
    ['waiting', /Signing in with Google is taking a while\./],
  ] as const)('announces “%s” with two alternatives', (kind, words) => {
    const { onOpenPopup, onStartAgain } = shown({ kind, provider: 'google.com' })
    expect(screen.getByRole('alert').textContent).toMatch(words)
    fireEvent.click(screen.getByRole('button', { name: 'Try again in a small window' }))
    fireEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
    expect([onOpenPopup, onStartAgain].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  test('offers one alternative for a wait without a provider', () => {
    const { onStartAgain } = shown({ kind: 'waiting', provider: null })
    expect(screen.getByRole('alert').textContent).toMatch(
      /This is taking a while\.\s*You can wait, or choose another way below\./,
    )
    expect(screen.getAllByRole('button')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Other ways to sign in' }))
    expect(onStartAgain).toHaveBeenCalledOnce()
  })

  test('mentions no other methods if there is only one', () => {
    const { onStartAgain } = shown({ kind: 'unfinished', provider: 'google.com' }, true)
    expect(screen.queryByRole('button', { name: 'Other ways to sign in' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Start again' }))
    expect(onStartAgain).toHaveBeenCalledOnce()
  })

  test('continues an interrupted call on a press', () => {
    const onRetry = vi.fn()
    shown({ kind: 'interrupted', sentence: 'A network error has occurred', onRetry })
    expect(screen.getByRole('alert').textContent).toContain('A network error has occurred')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test.each([
    ['incomplete', 'resetPassword', 'alert', /^This link is incomplete\..*Trouble signing in/],
    ['incomplete', 'signIn', 'alert', /^This link is incomplete\..*enter your email/],
    ['incomplete', 'unknown', 'alert', /^This link is incomplete\..*Open it from the email again/],
    ['used', 'signIn', 'status', /^This link has been used or has expired\..*ask for a new one/],
  ] as const)('offers a new link for an %s link: %s', (problem, mode, role, text) => {
    const { onNewLink } = shown({ kind: 'link', problem, mode })
    expect(screen.getByRole(role).textContent).toMatch(text)
    fireEvent.click(screen.getByRole('button', { name: 'Get a new link' }))
    expect(onNewLink).toHaveBeenCalledOnce()
  })

  test.each([
    ['verifyEmail', /already confirmed/, 'Go to your profile', '/profile'],
    ['verifyAndChangeEmail', /new address is already in place/, 'Go to your profile', '/profile'],
    ['recoverEmail', /earlier address is already back/, 'Ask us for help', '/contact'],
    ['revertSecondFactorAddition', /second step is already removed/, 'Ask us for help', '/contact'],
  ] as const)('says what a used link of %s may have done', (mode, text, name, href) => {
    shown({ kind: 'link', problem: 'used', mode })
    expect(screen.getByRole('status').textContent).toMatch(text)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
  })

  test.each([
    [{ kind: 'taken' }, 'This address already has an account.'],
    [{ kind: 'stranded' }, 'Something went wrong. Please try again.'],
  ] as const)('%j', (note, words) => {
    shown(note)
    expect(screen.getByRole('alert').textContent).toContain(words)
  })
})
