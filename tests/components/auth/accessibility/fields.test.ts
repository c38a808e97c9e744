// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import * as widget from './widget-markup'
import { one, show, key } from './fixed-widget'

test('names the password toggle; Space and Enter press it without submitting', async () => {
  show(widget.page('password-sign-up', 'Create account', widget.newPassword))
  const toggle = one('.firebaseui-id-password-toggle')
  await vi.waitFor(() => expect(toggle.getAttribute('role')).toBe('button'))
  expect([toggle.getAttribute('aria-label'), toggle.getAttribute('aria-pressed')]).toEqual(['Show password', 'false'])
  toggle.classList.replace('firebaseui-input-toggle-on', 'firebaseui-input-toggle-off')
  await vi.waitFor(() => expect(toggle.getAttribute('aria-pressed')).toBe('true'))
  const pressed = vi.fn((event: Event) => event.preventDefault())
  toggle.addEventListener('click', pressed)
  const sent = vi.fn()
  one('.firebaseui-id-submit').addEventListener('click', sent)
  key(toggle, ' ')
  key(toggle, 'Enter')
  expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([2, 0])
  expect(document.activeElement).toBe(toggle)
})

test.each([
  ['email', widget.email],
  ['phone-number', widget.phone],
  ['phone-confirmation-code', widget.code],
])('announces an error at %s, ties it to its field and moves the focus', async (name, part) => {
  show(widget.page('password-sign-up', 'Create account', widget.displayName + part))
  const field = one(`.firebaseui-id-${name}`)
  const error = one(`.firebaseui-id-${name}-error`)
  await vi.waitFor(() => expect(error.closest('[role=alert]')).not.toBeNull())
  expect(error.closest('[role=alert]')?.classList.contains('firebaseui-hidden')).toBe(false)
  one('.firebaseui-id-submit').focus()
  error.textContent = 'Not right.'
  error.classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.getAttribute('aria-describedby')?.split(' ')[0]).toBe(error.id)
  expect(document.activeElement).toBe(field)
  error.classList.add('firebaseui-hidden')
  await vi.waitFor(() => expect(field.hasAttribute('aria-invalid')).toBe(false))
  expect(field.getAttribute('aria-describedby') ?? '').not.toContain(error.id)
})

test('shows a known address as text, with a way to change it', async () => {
  const known = widget.email.replace('value=""', 'value="ada@people.example"')
  show(widget.page('password-sign-in', 'Sign in', known + widget.oldPassword))
  await vi.waitFor(() => expect(one('.sign-in-address').textContent).toBe('ada@people.exampleChange'))
  expect(one('.firebaseui-id-email').closest<HTMLElement>('.firebaseui-textfield')?.hidden).toBe(true)
  const error = one('.firebaseui-id-email-error')
  error.textContent = "That email address doesn't match an existing account"
  error.classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(one('.sign-in-change').getAttribute('aria-describedby')).toBe(error.id))
})

test('Enter moves to the next empty field, and submits after the last', async () => {
  show(widget.page('password-sign-up', 'Create account', widget.email + widget.displayName + widget.newPassword))
  const sent = vi.fn((event: Event) => event.preventDefault())
  one('.firebaseui-id-submit').addEventListener('click', sent)
  one<HTMLInputElement>('.firebaseui-id-email').value = 'ada@people.example'
  key(one('.firebaseui-id-email'), 'Enter')
  expect(document.activeElement).toBe(one('.firebaseui-id-name'))
  one<HTMLInputElement>('.firebaseui-id-name').value = 'Ada'
  one<HTMLInputElement>('.firebaseui-id-new-password').value = 'calm-water-7'
  expect(sent).not.toHaveBeenCalled()
  // During text composition, Enter belongs to the input method.
  key(one('.firebaseui-id-email'), 'Enter', { isComposing: true })
  expect(sent).not.toHaveBeenCalled()
  key(one('.firebaseui-id-email'), 'Enter')
  expect(sent).toHaveBeenCalledTimes(1)
})
