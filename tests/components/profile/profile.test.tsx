import { session } from './profile-mocks'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Profile } from '@/components/profile/profile'
import { storageKeys } from '@/lib/site'

test('links a visitor to sign-in and back', () => {
  session.now = { state: 'anonymous' }
  render(<Profile app="https://app.example" calls={[]} />)
  expect(screen.getByText('Sign in to see your plan')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?signInSuccessUrl=%2Fprofile')
})

describe('addresses of data and account', () => {
  const section = () => document.querySelector('section[id=account]')
  const scrolled = vi.fn()
  beforeEach(() => {
    scrolled.mockReset()
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
      scrolled(this.id)
    })
    location.hash = '#account'
  })
  afterEach(() => {
    location.hash = ''
  })

  test('lead a visitor through sign-in and back', () => {
    session.now = { state: 'anonymous' }
    render(<Profile app="https://app.example" calls={[]} />)
    expect(section()?.querySelector('h2')?.textContent).toBe('Data and account')
    expect(screen.getByRole('link', { name: 'Go to your data and account' }).getAttribute('href')).toBe(
      '/auth?signInSuccessUrl=%2Fprofile%23account',
    )
    expect(scrolled).toHaveBeenCalledExactlyOnceWith('account')
    expect(document.activeElement?.textContent).toBe('Data and account')
  })
})

test('stores the theme for next-themes under the shared key', async () => {
  render(<Profile app="https://app.example" calls={[]} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem(storageKeys.theme)).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
})
