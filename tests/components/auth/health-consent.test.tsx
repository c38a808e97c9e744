// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, test, vi } from 'vitest'
import { ConsentStep } from '@/components/auth/notices'
import { asksForConsent, initialState, lacksConsent, type State } from '@/components/auth/reducer'

const button = (attributes: string) => {
  document.body.innerHTML = `<button ${attributes}></button>`
  return document.body.firstElementChild as Element
}
const at = (name: string, change: Partial<State> = {}): State => ({
  ...initialState,
  stage: { at: 'widget' },
  page: { name, hasButtons: true },
  ...change,
})
const submit = 'class="firebaseui-id-submit"'
const isNew = { visit: 'new' } as const

test.each<[string, string, Partial<State>, boolean]>([
  ['provider-sign-in', 'data-provider-id="google.com"', isNew, true],
  ['provider-sign-in', 'data-provider-id="password"', isNew, false],
  ['provider-sign-in', 'data-provider-id="google.com"', {}, false],
  ['provider-sign-in', 'data-provider-id="google.com"', { ...isNew, hasConsent: true }, false],
  ['provider-sign-in', 'data-provider-id="password"', { ...isNew, emailLink: true }, false],
  ['sign-in', submit, isNew, false],
  ['sign-in', submit, { ...isNew, emailLink: true }, true],
  ['phone-sign-in-start', submit, isNew, true],
  ['password-sign-up', submit, {}, true],
  ['password-sign-up', 'class="firebaseui-id-secondary-link"', {}, false],
  ['password-sign-in', submit, isNew, false],
])('on %s, %s with %j needs the consent first: %s', (page, attributes, change, expected) => {
  expect(lacksConsent(at(page, change), button(attributes))).toBe(expected)
})

test('does not ask for consent on pages that only sign in', () => {
  expect(asksForConsent(at('password-sign-in', isNew))).toBe(false)
})

it('creates no account without the tick, and says why', async () => {
  const onAgree = vi.fn()
  render(<ConsentStep onAgree={onAgree} onDecline={async () => null} />)
  const create = screen.getByRole('button', { name: 'Create my account' })
  await userEvent.click(create)
  expect(screen.getByRole('alert').textContent).toContain('we may not store an account')
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(onAgree).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(create)
  expect(onAgree).toHaveBeenCalledOnce()
})

it('reports a new account that could not be deleted', async () => {
  render(<ConsentStep onAgree={() => {}} onDecline={async () => 'We couldn’t reach our server.'} />)
  await userEvent.click(screen.getByRole('button', { name: 'Don’t create an account' }))
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t reach our server.')
})
