import { describe, expect, test, vi } from 'vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import { PageNote } from '@/components/auth/notices'
import type { Note } from '@/components/auth/state'
import { appAround, browserIntent } from '@/components/auth/notices'

describe('notices above the widget', () => {
  function shown(note: Note) {
    const presses = { onOpenPopup: vi.fn(), onStartAgain: vi.fn(), onNewLink: vi.fn() }
    render(<PageNote note={note} provider="Google" {...presses} />)
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

  test('continues an interrupted call on a press', () => {
    const onRetry = vi.fn()
    shown({ kind: 'interrupted', sentence: 'A network error has occurred', onRetry })
    expect(screen.getByRole('alert').textContent).toContain('A network error has occurred')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test.each([
    ['incomplete', 'resetPassword', 'alert', /^This link is incomplete\..*Trouble signing in/],
    ['used', 'signIn', 'status', /^This link has been used or has expired\..*For a new link, enter your email/],
  ] as const)('offers a new link for an %s link: %s', (problem, mode, role, text) => {
    const { onNewLink } = shown({ kind: 'link', problem, mode })
    expect(screen.getByRole(role).textContent).toMatch(text)
    fireEvent.click(screen.getByRole('button', { name: 'Get a new link' }))
    expect(onNewLink).toHaveBeenCalledOnce()
  })

  test.each([
    ['verifyEmail', /your address is confirmed/, 'Go to your profile', '/profile'],
    ['recoverEmail', /earlier address is back/, 'Ask us for help', '/contact'],
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

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 Version/4.0 Chrome/137.0.0.0'

test.each([
  [`${phone} Mobile/15E148 Instagram 386.0.0.41.84 (iPhone16,1)`, 'Instagram'],
  [`${phone} Mobile/15E148 [FBAN/FBIOS;FBAV/517.0.0.40.108;FBDV/iPhone16,1]`, 'Facebook'],
  [`${android} Mobile Safari/537.36`, 'unknown'],
  [`${phone} Version/18.5 Mobile/15E148 Safari/604.1`, null],
])('recognises %s as %s', (agent, app) => {
  expect(appAround(agent)).toBe(app)
})

test('opens the page in the browser on Android', () => {
  expect(browserIntent('https://unhurried.example/auth?visit=new', android)).toBe(
    'intent://unhurried.example/auth?visit=new#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
  expect(browserIntent('https://unhurried.example/auth', phone)).toBeNull()
})
