// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixMarkup } from '@/components/auth/accessibility/markup'
import { watchCaptcha } from '@/components/auth/accessibility/phone'
import { words } from '../settings'
import * as widget from './widget-markup'

let stop = () => {}
const one = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`There is no ${selector}.`)
const show = (html: string) => (one('#place').innerHTML = html)
const statusText = () => one('[role=status]').textContent

beforeEach(() => {
  document.body.innerHTML = '<button id="beside">Beside</button><main><div id="place"></div></main>'
  stop = fixMarkup(one('#place'), { words })
})
afterEach(() => stop())

test('names the country selector, and announces its changes', async () => {
  show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
  const selector = one('.firebaseui-id-country-selector')
  await vi.waitFor(() => expect(selector.getAttribute('aria-label')).toBe('Country code: United Kingdom +44'))
  expect(selector.textContent).toBe('United Kingdom\u200e+44')
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

test('moves the focus to the first empty field, or to the heading', async () => {
  const turn = (name: string, title: string) => {
    show(widget.page(name, title, widget.email + widget.oldPassword))
    one<HTMLInputElement>('.firebaseui-id-email').value = 'ada@people.example'
    one('.firebaseui-id-email').focus()
  }
  turn('sign-in', 'Continue with email')
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  expect(document.activeElement).toBe(document.body)
  turn('password-sign-in', 'Sign in')
  await vi.waitFor(() => expect(document.activeElement).toBe(one('.firebaseui-id-password')))
  await vi.waitFor(() => expect(statusText()).toBe('Sign in'))
  show(widget.bare('blank'))
  show(widget.page('password-recovery', 'Recover password', ''))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Recover password'))
})

test('moves and announces info bars; dismissing one focuses the heading', async () => {
  show(widget.page('sign-in', 'Continue with email', widget.email, widget.note))
  await vi.waitFor(() => expect(one('#place > * > *').className).toContain('info-bar'))
  expect(one('.firebaseui-info-bar').getAttribute('role')).toBe('alert')
  const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  one('.firebaseui-id-dismiss-info-bar').dispatchEvent(press)
  expect(document.activeElement).toBe(one('h2'))
})

test('announces an error, ties it to its field and moves the focus', async () => {
  show(widget.page('password-sign-up', 'Create account', widget.displayName + widget.email))
  const field = one('.firebaseui-id-email')
  const error = one('.firebaseui-id-email-error')
  await vi.waitFor(() => expect(error.closest('[role=alert]')).not.toBeNull())
  one('.firebaseui-id-submit').focus()
  error.textContent = 'Not right.'
  error.classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field.getAttribute('aria-describedby')?.split(' ')[0]).toBe(error.id)
  expect(document.activeElement).toBe(field)
  error.classList.add('firebaseui-hidden')
  await vi.waitFor(() => expect(field.hasAttribute('aria-invalid')).toBe(false))
})

test('asks for the address on the list of ways; Enter presses its button', async () => {
  show(widget.bare('provider-sign-in', '<li><button data-provider-id="password">Continue with email</button></li>'))
  const pressed = vi.fn()
  one('button[data-provider-id]').addEventListener('click', pressed)
  await vi.waitFor(() => expect(one('.sign-in-email label').textContent).toBe('Email'))
  one('.firebaseui-id-email').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }))
  expect(pressed).toHaveBeenCalledOnce()
})

test('shows a known address as text, with a way to change it', async () => {
  const known = widget.email.replace('value=""', 'value="ada@people.example"')
  show(widget.page('password-sign-in', 'Sign in', known + widget.oldPassword))
  await vi.waitFor(() => expect(one('.sign-in-address').textContent).toBe('ada@people.exampleChange'))
  expect(one('.firebaseui-id-email').closest<HTMLElement>('.firebaseui-textfield')?.hidden).toBe(true)
})

test('repeats an early press once the captcha has come or failed', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const answer = Promise.withResolvers<unknown>()
    const captcha = { render: () => answer.promise }
    watchCaptcha(captcha)
    show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
    const wait = captcha.render()
    const pressed = vi.fn((event: Event) => event.preventDefault())
    one('.firebaseui-id-submit').addEventListener('click', pressed)
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).toHaveBeenCalledTimes(1)
    answer[end](new Error('no captcha'))
    await Promise.allSettled([wait])
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2))
  }
})
