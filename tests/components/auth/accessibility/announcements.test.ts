// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import * as widget from './widget-markup'
import { place, one, show, key, statusText } from './fixed-widget'

test('names the country selector, and announces its changes', async () => {
  show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
  const selector = one('.firebaseui-id-country-selector')
  await vi.waitFor(() => expect(selector.getAttribute('aria-label')).toBe('Country code: United Kingdom +44'))
  one('.firebaseui-id-country-selector-flag').classList.replace('firebaseui-flag-GB', 'firebaseui-flag-FR')
  one('.firebaseui-id-country-selector-code').textContent = '\u200e+33'
  await vi.waitFor(() => expect(statusText()).toBe('Country code: France +33'))
})

test('keeps the focus next to the widget, and announces the new page', async () => {
  show(widget.page('password-sign-in', 'Sign in', widget.email))
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  one('#beside').focus()
  show(widget.page('sign-in', 'Continue with email', widget.email))
  one('.firebaseui-id-email').focus()
  await vi.waitFor(() => expect(statusText()).toBe('Continue with email'))
  expect(document.activeElement).toBe(one('#beside'))
})

test('moves and announces info bars; dismissing one focuses the heading', async () => {
  show(widget.page('sign-in', 'Continue with email', widget.email, widget.note))
  await vi.waitFor(() => expect(place().firstElementChild?.firstElementChild?.className).toContain('info-bar'))
  const bar = one('.firebaseui-info-bar')
  expect(bar.getAttribute('role')).toBe('alert')
  const dismiss = one('.firebaseui-id-dismiss-info-bar')
  dismiss.focus()
  key(dismiss, 'Enter')
  expect(document.activeElement).toBe(one('h1'))
})
