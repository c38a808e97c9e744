// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignIn } from '@/components/auth/page/sign-in'
import type { View } from '@/components/auth/page/view'
import type { Person } from '@/lib/browser/identity'

const mountSignIn = vi.hoisted(() => vi.fn())
const leave = vi.hoisted(() => vi.fn())
vi.mock('@/components/auth/page/mount', () => ({ mountSignIn }))
vi.mock('@/components/session/session', () => ({ leave }))

const person = { email: 'ada@people.example', phone: null } as Person
const known = /You are signed in/
const stop = vi.fn()
/** What the last mount was given to show itself with. */
const view = () => mountSignIn.mock.lastCall?.[1] as View
const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const isAnew = () => {
  expect(screen.queryByText(known)).toBeNull()
  expect(stop).toHaveBeenCalledOnce()
  expect(mountSignIn).toHaveBeenCalledTimes(2)
}

beforeEach(() => {
  stop.mockReset()
  mountSignIn.mockReset()
  mountSignIn.mockImplementation((_id, _view, _gone, onStop: (stop: () => void) => void) => {
    onStop(stop)
    return Promise.resolve(null)
  })
  render(<SignIn />)
  expect(document.activeElement).toBe(document.body)
  act(() => view().stage({ at: 'already', person, next: '/profile' }))
  expect(screen.getByText(known).textContent).toContain(person.email)
})
afterEach(cleanup)

test('signed out without a connection: the page asks to sign in, and begins at its heading', async () => {
  leave.mockImplementation(() => {
    view().left()
    return Promise.resolve(false)
  })
  await act(async () => press('Sign out'))
  isAnew()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in or start' }))
})

test('signed out with one: another page comes, and this one does not change before it', async () => {
  leave.mockImplementation(() => {
    view().left()
    return Promise.resolve(true)
  })
  await act(async () => press('Sign out'))
  expect(screen.getByText(known)).toBeTruthy()
  expect(mountSignIn).toHaveBeenCalledOnce()
})

test('the sign-in ends by itself, or in another tab: the page asks to sign in', () => {
  act(() => view().left())
  isAnew()
})
