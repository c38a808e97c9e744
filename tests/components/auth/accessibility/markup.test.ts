import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fixMarkup } from '@/components/auth/accessibility/markup'
import { watchCaptcha } from '@/components/auth/accessibility/phone'
import { words } from '../settings'
import * as widget from './widget-markup'

const one = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`There is no ${selector}.`)
const show = (html: string) => (one('#place').innerHTML = html)
const statusText = () => one('[role=status]').textContent

// On a busy machine, loading the parser takes longer than `waitFor` waits.
beforeAll(async () => void (await import('@/lib/browser/phone-number')))

beforeEach(() => {
  document.body.innerHTML = '<button id="beside">Beside</button><main><div id="place"></div></main>'
  fixMarkup(one('#place'), { words })
})

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

test('moves and announces info bars; dismissing one focuses the heading', async () => {
  show(widget.page('sign-in', 'Continue with email', widget.email, widget.note))
  await vi.waitFor(() => expect(one('#place > * > *').className).toContain('info-bar'))
  expect(one('.firebaseui-info-bar').getAttribute('role')).toBe('alert')
  const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  one('.firebaseui-id-dismiss-info-bar').dispatchEvent(press)
  expect(document.activeElement).toBe(one('h2'))
})

test('repeats an early press once the captcha has come or failed', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const answer = Promise.withResolvers<unknown>()
    const captcha = { render: () => answer.promise }
    watchCaptcha(captcha)
    show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
    const wait = captcha.render()
    const pressed = vi.fn((event: Event) => event.preventDefault())
    one<HTMLInputElement>('.firebaseui-id-phone-number').value = '07400 123456'
    one('.firebaseui-id-submit').addEventListener('click', pressed)
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).not.toHaveBeenCalled()
    answer[end](new Error('no captcha'))
    await Promise.allSettled([wait])
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
  }
})
