// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCaptcha } from '@/components/auth/accessibility/phone-number'
import { fixMarkup } from '@/components/auth/accessibility/fixes'
import * as widget from './widget-markup'

let stop = () => {}
const place = () => document.querySelector<HTMLElement>('#place') ?? document.body
const one = <T extends HTMLElement>(selector: string) =>
  document.querySelector<T>(selector) ?? expect.fail(`There is no ${selector}.`)
const show = (html: string) => (place().innerHTML = html)
const key = (target: Element, name: string, more = {}) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })
  target.dispatchEvent(event)
  return event
}
const said = () => one('[role=status]').textContent

beforeEach(() => {
  document.body.innerHTML = '<button id="beside">Beside</button><main><div id="place"></div></main>'
  stop = fixMarkup(place())
})
afterEach(() => stop())

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
  ['password', widget.oldPassword],
  ['new-password', widget.newPassword],
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

test('keeps the requirements of a new account beside their fields', async () => {
  show(widget.page('password-sign-up', 'Create account', widget.displayName + widget.newPassword))
  const hintOf = (name: string) =>
    document.getElementById(one(`.firebaseui-id-${name}`).getAttribute('aria-describedby') ?? '')?.textContent
  await vi.waitFor(() => expect(hintOf('new-password')).toBe('6 characters or more.'))
  expect(hintOf('name')).toBe('Your first name is enough.')
  expect(one('.firebaseui-id-name').closest('div')?.querySelector('label')?.textContent).toBe('Your name')
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

test('reveals the password on request', async () => {
  show(widget.page('password-sign-in', 'Sign in', widget.oldPassword))
  await vi.waitFor(() => expect(one('.sign-in-reveal').getAttribute('aria-pressed')).toBe('false'))
  one('.sign-in-reveal').click()
  const type = () => one<HTMLInputElement>('.firebaseui-id-password').type
  expect([type(), one('.sign-in-reveal').getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  one('.sign-in-reveal').click()
  expect(type()).toBe('password')
})

test.each([
  ['with a choice', true, /Choose “I'm new here”/],
  ['without one', false, /^$/],
])('a wrong password points to signing up, %s', async (_, hasChoice, words) => {
  if (hasChoice) one('#beside').outerHTML = '<input type="radio" name="visit" />'
  show(widget.page('password-sign-in', 'Sign in', widget.oldPassword))
  const error = one('.firebaseui-id-password-error')
  error.textContent = "The email and password you entered don't match"
  error.classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(one('.firebaseui-id-password').getAttribute('aria-invalid')).toBe('true'))
  const alert = error.closest('[role=alert]')
  const hint = () => alert?.parentElement?.querySelector('.sign-in-hint')?.textContent ?? ''
  expect(alert?.textContent).toBe("The email and password you entered don't match")
  expect(hint()).toMatch(words)
  error.textContent = 'Enter your password'
  await vi.waitFor(() => expect(hint()).toBe(''))
})

test('ties the error of an unsolved captcha to the captcha', async () => {
  show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone + widget.captcha))
  const error = one('.firebaseui-id-recaptcha-error')
  error.textContent = 'Solve the reCAPTCHA'
  error.classList.remove('firebaseui-hidden')
  const captcha = one('.firebaseui-recaptcha-container')
  await vi.waitFor(() => expect(captcha.getAttribute('aria-describedby')).toBe(error.id))
  expect(captcha.getAttribute('aria-label')).toBe('Security check')
  expect(one('.firebaseui-id-phone-number').hasAttribute('aria-invalid')).toBe(false)
})

test('sets the input attributes of each field', async () => {
  const parts = [widget.email, widget.displayName, widget.oldPassword, widget.newPassword, widget.phone, widget.code]
  show(widget.page('all', 'All', parts.join('')))
  await vi.waitFor(() => expect(one('.firebaseui-id-email').getAttribute('spellcheck')).toBe('false'))
  const told = [...document.querySelectorAll('input')].map((field) =>
    ['type', 'autocomplete', 'inputmode', 'autocapitalize'].map((name) => field.getAttribute(name)).join(' '),
  )
  expect(told).toEqual([
    'email username email none',
    'text name  words',
    'password current-password  none',
    'password new-password  none',
    'tel tel tel ',
    'text one-time-code numeric none',
  ])
})

test('adds a hidden username field where the address is plain text', async () => {
  show(
    widget.page(
      'password-reset',
      'Reset your password',
      `<p class="firebaseui-text">for <strong>ada@people.example</strong></p>${widget.newPassword}`,
    ),
  )
  await vi.waitFor(() => expect(one<HTMLInputElement>('input[name=username]').value).toBe('ada@people.example'))
  expect([one('input[name=username]').hidden, one('input[name=username]').getAttribute('autocomplete')]).toEqual([
    true,
    'username',
  ])
})

test('removes inline handlers, and prevents navigation by forms', async () => {
  show(widget.page('sign-in', 'Continue with email', widget.email))
  await vi.waitFor(() => expect(one('form').hasAttribute('onsubmit')).toBe(false))
  expect([...document.querySelectorAll('form button')].map((button) => button.getAttribute('type'))).toEqual([
    'button',
    'submit',
  ])
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  one('form').dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(true)
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

test('names the country selector, and announces its changes', async () => {
  show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
  const selector = one('.firebaseui-id-country-selector')
  await vi.waitFor(() => expect(selector.getAttribute('aria-label')).toBe('Country code: United Kingdom +44'))
  one('.firebaseui-id-country-selector-flag').classList.replace('firebaseui-flag-GB', 'firebaseui-flag-FR')
  one('.firebaseui-id-country-selector-code').textContent = '\u200e+33'
  await vi.waitFor(() => expect(said()).toBe('Country code: France +33'))
  // The widget only guesses the country of a shared code.
  one<HTMLInputElement>('.firebaseui-id-phone-number').value = '+447700900123'
  one('.firebaseui-id-country-selector-flag').classList.replace('firebaseui-flag-FR', 'firebaseui-flag-GG')
  one('.firebaseui-id-country-selector-code').textContent = '\u200e+44'
  await vi.waitFor(() => expect(said()).toBe('Country code: +44'))
})

test('puts headings below the site’s, and adds missing ones', async () => {
  show(
    widget.page('email-mismatch', 'Sign in', '<h2 class="firebaseui-subtitle">Continue with ada@people.example?</h2>'),
  )
  const levels = () =>
    [...document.querySelectorAll('h1, h2')].map(
      (each) => `${each.getAttribute('aria-level') ?? 2} ${each.textContent}`,
    )
  await vi.waitFor(() => expect(levels()).toEqual(['2 Sign in', '3 Continue with ada@people.example?']))
  for (const [page, heading] of [
    [
      widget.providers(widget.provider('google.com', 'transparent'), widget.provider('apple.com', 'transparent')),
      'Ways to sign in',
    ],
    // A single method is not a list.
    [widget.providers(widget.provider('google.com', 'transparent')), 'Sign in'],
    [widget.bare('select-tenant'), 'Choose where to sign in'],
    [widget.bare('callback'), 'One moment'],
    [widget.bare('blank'), 'One moment'],
    [widget.bare('spinner'), 'One moment'],
  ]) {
    show(page ?? '')
    await vi.waitFor(() => expect(levels()).toEqual([`2 ${heading}`]))
  }
})

test('gives a single provider no list role', async () => {
  const roles = () => [
    one('ul').getAttribute('role'),
    ...[...document.querySelectorAll('li')].map((each) => each.getAttribute('role')),
  ]
  show(widget.providers(widget.provider('google.com', 'transparent'), widget.provider('apple.com', 'transparent')))
  await vi.waitFor(() => expect(roles()).toEqual(['list', null, null]))
  show(widget.providers(widget.provider('google.com', 'transparent')))
  await vi.waitFor(() => expect(roles()).toEqual(['none', 'none']))
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
  expect(said()).toBe('')
  await vi.waitFor(() => expect(said()).toBe('Sign in'))
  show(widget.bare('blank'))
  show(widget.page('password-recovery', 'Recover password', ''))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Recover password'))
})

test('keeps the focus beside the widget, and announces the new page', async () => {
  show(widget.page('password-sign-in', 'Sign in', widget.email))
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  one('#beside').focus()
  show(widget.page('sign-in', 'Continue with email', widget.email))
  one('.firebaseui-id-email').focus()
  await vi.waitFor(() => expect(said()).toBe('Continue with email'))
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

test('announces only the start and end of the wait for another code', async () => {
  show(widget.page('phone-sign-in-finish', 'Verify your phone number', widget.code, widget.resend))
  await vi.waitFor(() => expect(said()).toBe('No rush. You can ask for another code in a moment.'))
  expect(one('.firebaseui-card-content').lastElementChild).toBe(one('.firebaseui-resend-container'))
  expect(one('.firebaseui-resend-container').closest('[aria-live], [role=alert], [role=status]')).toBeNull()
  const heard: (string | null)[] = []
  new MutationObserver(() => heard.push(said())).observe(one('[role=status]'), { childList: true })
  one('.firebaseui-id-resend-countdown').textContent = 'Resend code in 0:14'
  one('.firebaseui-id-resend-countdown').textContent = 'Resend code in 0:13'
  one('.firebaseui-id-resend-countdown').classList.add('firebaseui-hidden')
  one('.firebaseui-id-resend-link').classList.remove('firebaseui-hidden')
  await vi.waitFor(() => expect(heard).toEqual(['You can ask for another code now.']))
})

test('names the progress bar, announces it once and retracts it', async () => {
  show(widget.page('sign-in', 'Continue with email', widget.email, widget.busy))
  await vi.waitFor(() => expect(said()).toBe('One moment.'))
  expect(one('.firebaseui-busy-indicator').getAttribute('role')).toBe('progressbar')
  expect(one('.firebaseui-busy-indicator').getAttribute('aria-label')).toBe('Waiting for an answer')
  one('.firebaseui-busy-indicator').remove()
  await vi.waitFor(() => expect(said()).toBe(''))
})

test('does not retract what is announced during a wait', async () => {
  show(widget.page('phone-sign-in-finish', 'Verify your phone number', widget.code + widget.busy, widget.resend))
  await vi.waitFor(() => expect(said()).toBe('One moment.'))
  one('.firebaseui-id-resend-countdown').classList.add('firebaseui-hidden')
  one('.firebaseui-id-resend-link').classList.remove('firebaseui-hidden')
  await Promise.resolve()
  one('.firebaseui-busy-indicator').remove()
  await vi.waitFor(() => expect(said()).toBe('You can ask for another code now.'))
})

test('marks buttons with a configured colour as light or dark', async () => {
  show(
    widget.providers(
      widget.provider('google.com', 'transparent'),
      widget.provider('github.com', 'rgb(51, 51, 51)'),
      widget.provider('yahoo.com', 'rgb(250, 250, 240)'),
    ),
  )
  await vi.waitFor(() => expect(one('[data-provider-id="github.com"]').dataset.tone).toBe('dark'))
  expect(one('[data-provider-id="google.com"]').dataset.tone).toBeUndefined()
  expect(one('[data-provider-id="yahoo.com"]').dataset.tone).toBe('light')
})

test('does not react to its own changes', async () => {
  const looks = vi.fn()
  const Original = MutationObserver
  stop()
  vi.stubGlobal(
    'MutationObserver',
    class extends Original {
      constructor(callback: MutationCallback) {
        super((records, observer) => {
          looks(records.length)
          callback(records, observer)
        })
      }
    },
  )
  stop = fixMarkup(place())
  vi.unstubAllGlobals()
  show(widget.page('password-sign-up', 'Create account', widget.email + widget.displayName + widget.newPassword))
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(looks).toHaveBeenCalledTimes(1)
})

const legalLinks =
  '<a href="javascript:void(0)" class="firebaseui-link firebaseui-tos-link" target="_blank">Terms of Service</a><a href="javascript:void(0)" class="firebaseui-link firebaseui-pp-link" target="_blank">Privacy Policy</a>'
/** Whether the browser's own action on a middle click is still allowed. */
const middle = (target: Element) =>
  target.dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }))

test('gives the legal links addresses, and blocks empty tabs', async () => {
  stop()
  stop = fixMarkup(place(), { legal: { tosUrl: '/terms-service', privacyPolicyUrl: 'https://clinic.example/privacy' } })
  show(widget.page('sign-in', 'Continue with email', widget.email + widget.resend, legalLinks))
  const terms = one('.firebaseui-tos-link')
  await vi.waitFor(() => expect(terms.getAttribute('href')).toBe('/terms-service'))
  expect(one('.firebaseui-pp-link').getAttribute('href')).toBe('https://clinic.example/privacy')
  expect(middle(terms)).toBe(true)
  expect(middle(one('.firebaseui-id-resend-link'))).toBe(false)
  expect(middle(one('.firebaseui-id-email'))).toBe(true)
})

test('repeats an early press of "Verify" once the captcha is ready', async () => {
  show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone, widget.busy))
  await vi.waitFor(() => expect(one('form').hasAttribute('novalidate')).toBe(true))
  const pressed = vi.fn((event: Event) => event.preventDefault())
  one('.firebaseui-id-submit').addEventListener('click', pressed)
  one('.firebaseui-id-submit').click()
  one('.firebaseui-busy-indicator').remove()
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2))
  one('.firebaseui-id-submit').click()
  place().firstElementChild?.classList.add('any')
  await Promise.resolve()
  expect(pressed).toHaveBeenCalledTimes(3)
})

test('turns Enter on buttons of the phone step into a single click', async () => {
  const parts = [
    ['phone-sign-in-start', widget.phone, '.firebaseui-id-submit'],
    ['phone-sign-in-finish', widget.code + widget.resend, '.firebaseui-id-resend-link'],
  ] as const
  for (const [name, content, selector] of parts) {
    show(widget.page(name, 'Phone', content))
    const [byKey, pressed] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())]
    one(selector).addEventListener('keydown', byKey)
    one(selector).addEventListener('click', pressed)
    expect(key(one(selector), 'Enter').defaultPrevented).toBe(true)
    key(one(selector), 'Enter', { repeat: true })
    expect([byKey.mock.calls.length, pressed.mock.calls.length]).toEqual([0, 1])
  }
})

test('repeats an early press without a progress bar or with a failed captcha', async () => {
  const answers: PromiseWithResolvers<number>[] = []
  const captcha = {
    render() {
      const answer = Promise.withResolvers<number>()
      answers.push(answer)
      return answer.promise
    },
  }
  watchCaptcha(captcha)
  for (const end of ['comes', 'fails'] as const) {
    show(widget.page('phone-sign-in-start', 'Enter your phone number', widget.phone))
    const wait = captcha.render()
    const pressed = vi.fn((event: Event) => event.preventDefault())
    one('.firebaseui-id-submit').addEventListener('click', pressed)
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).toHaveBeenCalledTimes(1)
    if (end === 'comes') answers.at(-1)?.resolve(0)
    else answers.at(-1)?.reject(new Error('no captcha'))
    await Promise.allSettled([wait])
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2))
    one('.firebaseui-id-submit').click()
    await new Promise((resolve) => setTimeout(resolve))
    expect(pressed).toHaveBeenCalledTimes(3)
  }
})

test('puts the step’s title in front of the document title', async () => {
  stop()
  document.title = 'Sign in or start · Unhurried'
  stop = fixMarkup(place())
  show(widget.page('password-recovery', 'Recover password', widget.email))
  await vi.waitFor(() => expect(document.title).toBe('Recover password · Unhurried'))
  show(widget.providers(widget.provider('google.com', 'transparent')))
  await vi.waitFor(() => expect(document.title).toBe('Sign in or start · Unhurried'))
})

test('removes its status line when stopped', () => {
  stop()
  expect(document.querySelector('[role=status]')).toBeNull()
})
