/** Helpers for account tests on /profile. */
import type { Page } from 'playwright/test'
import { signUp } from './steps'
import { expect, newAddress } from './test'

/** Opens the profile and waits for its list of sign-in methods. */
export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
}

/** Signs a new person up and opens the profile. Returns the address. */
export async function newPerson(page: Page): Promise<string> {
  const email = newAddress()
  await signUp(page, email)
  await openProfile(page)
  return email
}

/** Waits for the next second: the emulator's times of sign-ins and revocations have whole seconds. */
export async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  await expect.poll(second).toBeGreaterThan(second())
}

/** A wrong code that differs from this one. */
export const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Answers the next calls of an identity method with the service's own error format. */
export async function refuse(page: Page, method: string, message: string, times = 1): Promise<void> {
  await page.route(
    new RegExp(`/identitytoolkit\\.googleapis\\.com/v\\d/accounts[:/]${method}`),
    (route) => route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
    { times },
  )
}
