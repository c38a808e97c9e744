// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SignIn } from '@/components/auth/page/sign-in'
import type * as Controller from '@/components/auth/page/controller'
import type { Person } from '@/lib/browser/identity'

const openSignIn = vi.hoisted(() => vi.fn())
const signOutAndGoHome = vi.hoisted(() => vi.fn())
vi.mock('@/components/auth/page/controller', () => ({ openSignIn }))
vi.mock('@/components/session/session', () => ({ signOutAndGoHome }))

const person = { email: 'ada@people.example', phone: null } as Person
const signedInText = /You are signed in/
const stop = vi.fn()
const lastOptions = () => openSignIn.mock.lastCall?.[0] as Parameters<typeof Controller.openSignIn>[0]
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const hasRestarted = () => {
  expect(screen.queryByText(signedInText)).toBeNull()
  expect(stop).toHaveBeenCalledOnce()
  expect(openSignIn).toHaveBeenCalledTimes(2)
}

beforeEach(() => {
  stop.mockReset()
  openSignIn.mockReset()
  openSignIn.mockImplementation(({ signal }: ReturnType<typeof lastOptions>) => {
    signal.addEventListener('abort', stop)
    return Promise.resolve(null)
  })
  render(<SignIn />)
  expect(document.activeElement).toBe(document.body)
  act(() => lastOptions().store.dispatch({ type: 'already', person, next: '/profile' }))
  expect(screen.getByText(signedInText).textContent).toContain(person.email)
})

test('starts over at its heading when signed out offline', async () => {
  signOutAndGoHome.mockImplementation(() => {
    lastOptions().onSignedOut()
    return Promise.resolve(false)
  })
  await act(async () => press('Sign out'))
  hasRestarted()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in or start' }))
})

test('stays the same while signing out opens another page', async () => {
  signOutAndGoHome.mockImplementation(() => {
    lastOptions().onSignedOut()
    return Promise.resolve(true)
  })
  await act(async () => press('Sign out'))
  expect(screen.getByText(signedInText)).toBeTruthy()
  expect(openSignIn).toHaveBeenCalledOnce()
})

test('starts over when the user is signed out elsewhere', () => {
  act(() => lastOptions().onSignedOut())
  hasRestarted()
})
