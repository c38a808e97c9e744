import type { Words } from '@/components/auth/answers'
import type * as Reader from '@/lib/browser/phone-number'
import type { CountryLists } from '@/lib/browser/phone-number'
import { loadOnce } from '@/lib/browser/time'
import { regionNames } from './country-dialog'
import { closestTo, hiddenClass, setAttributes, isShown, createElementWith } from './forms'

const phonePage = '.firebaseui-id-page-phone-sign-in-start'
const digitsOf = (text: string | null) => (text ?? '').replace(/\D/g, '')

function countryOf(selector: Element): string | undefined {
  const flag = selector.querySelector('.firebaseui-id-country-selector-flag')?.className ?? ''
  return /firebaseui-flag-([A-Z]{2})\b/.exec(flag)?.[1]
}

/** The widget shows a code alone. */
function showCountry(selector: Element, country: string) {
  let shown = selector.querySelector('.sign-in-country')
  if (!shown) selector.prepend((shown = createElementWith('span', { class: 'sign-in-country' })))
  if (shown.textContent !== country) shown.textContent = country
}

export function fixPhoneNumber(container: HTMLElement, { auth, locale }: Words) {
  for (const selector of container.querySelectorAll('.firebaseui-id-country-selector')) {
    const code = digitsOf(selector.querySelector('.firebaseui-id-country-selector-code')?.textContent ?? '')
    const country = regionNames([locale])(countryOf(selector) ?? '')
    const known = country && code ? 'both' : country ? 'country' : code ? 'code' : 'other'
    setAttributes(selector, {
      'aria-label': auth('country.label', { known, country, code }),
      'aria-haspopup': 'dialog',
    })
    showCountry(selector, country)
  }
  for (const captcha of container.querySelectorAll('.firebaseui-recaptcha-container')) {
    setAttributes(captcha, { role: 'group', 'aria-label': auth('captchaLabel'), tabindex: '-1' })
  }
}

export function announceCountry(container: HTMLElement, announce: (text: string) => void) {
  let last = ''
  return () => {
    const name = container.querySelector('.firebaseui-id-country-selector')?.getAttribute('aria-label') ?? ''
    if (last && name && name !== last) announce(name)
    last = name
  }
}

let pendingCaptchas = 0
let captchaReady: Promise<unknown> = Promise.resolve()

export function watchCaptcha(prototype: { render(): Promise<unknown> }) {
  const { render } = prototype
  prototype.render = function () {
    pendingCaptchas++
    const rendered = render.call(this).finally(() => pendingCaptchas--)
    captchaReady = rendered.catch(() => undefined)
    return rendered
  }
}

type Parts = { field: HTMLInputElement; selector: Element; error: Element | null }

function partsOf(form: Element | null | undefined): Parts | null {
  const field = form?.querySelector<HTMLInputElement>('.firebaseui-id-phone-number')
  const selector = form?.querySelector('.firebaseui-id-country-selector')
  const error = form?.querySelector('.firebaseui-id-phone-number-error') ?? null
  return field && selector ? { field, selector, error } : null
}

const codeOf = ({ selector }: Parts) => digitsOf(selector.textContent)

function showError({ field, error }: Parts, sentence: string) {
  if (error) {
    error.textContent = sentence
    error.classList.remove(hiddenClass)
  }
  field.focus()
}

function selectCountry(parts: Parts, e164: string, code: string): boolean {
  if (codeOf(parts) === code) return true
  parts.field.value = e164
  parts.field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return codeOf(parts) === code
}

function rewriteNumber(
  parts: Parts,
  { parsePhone, isSupported }: typeof Reader,
  allowed: CountryLists,
): 'wrongPhone' | 'unsupportedCountry' | null {
  const { field } = parts
  const typed = field.value
  const number = parsePhone(typed, { country: countryOf(parts.selector), code: codeOf(parts) })
  if (number === null) return 'wrongPhone'
  if (number === 'unknown-code' || !isSupported(number, allowed) || !selectCountry(parts, number.e164, number.code)) {
    field.value = typed
    return 'unsupportedCountry'
  }
  const hasLists = (allowed.whitelistedCountries ?? allowed.blacklistedCountries ?? []).length > 0
  const sent = typed.trim().startsWith('+') ? typed : `${number.code}${typed}`
  // The widget checks only the first country of a code, and nothing without a code.
  const isNational = hasLists || digitsOf(sent) !== digitsOf(number.e164)
  field.value = isNational ? number.e164.slice(number.code.length + 1) : typed
  return null
}

/**
 * Checks the number of "Verify". A wrong one must stop here, or the captcha would press the button again. A press before
 * the parser and the captcha are ready is repeated, unless the number changes.
 */
export function readPhoneNumber(container: HTMLElement, countries: () => CountryLists, { identity }: Words) {
  let reader: typeof Reader | null = null
  let hasPendingPress = false
  const load = loadOnce(() => import('@/lib/browser/phone-number').then((loaded) => void (reader = loaded)))

  async function pressAgain(submit: HTMLElement, parts: Parts) {
    if (hasPendingPress) return
    hasPendingPress = true
    const { value } = parts.field
    try {
      await Promise.all([load(), captchaReady])
      // After the widget, which waits for the same captcha.
      setTimeout(() => submit.isConnected && parts.field.value === value && submit.click())
    } catch {
      showError(parts, identity('network'))
    } finally {
      hasPendingPress = false
    }
  }

  return {
    update: () => {
      if (container.querySelector('.firebaseui-id-phone-number')) load().catch(() => undefined)
    },
    onClick: (event: Event) => {
      const submit = closestTo(event, '.firebaseui-id-submit')
      const parts = partsOf(submit?.closest('form'))
      if (!submit || !parts || parts.field.value.trim() === '') return
      const problem = reader && rewriteNumber(parts, reader, countries())
      if (reader && !problem && pendingCaptchas === 0) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (problem) showError(parts, identity(problem))
      else void pressAgain(submit, parts)
    },
  }
}

const pressedByEnter = `${phonePage} .firebaseui-id-submit, button.firebaseui-id-secondary-link`

/** Enter becomes a click, because the widget's key handler would bypass our click handlers. */
export function clickOnEnter(event: KeyboardEvent) {
  const form = closestTo(event, '.firebaseui-id-phone-number')?.closest('form')
  const target = form?.querySelector<HTMLElement>('.firebaseui-id-submit') ?? closestTo(event, pressedByEnter)
  if (event.key !== 'Enter' || !target) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) target.click()
}

export function announceResend(container: HTMLElement, announce: (text: string) => void, { identity }: Words) {
  const announced = new WeakSet<Element>()
  const announceOnce = (element: Element, text: string) => {
    if (!isShown(element)) announced.delete(element)
    else if (!announced.has(element)) {
      announced.add(element)
      announce(text)
    }
  }
  return () => {
    for (const countdown of container.querySelectorAll('.firebaseui-id-resend-countdown'))
      announceOnce(countdown, identity('resendSoon'))
    for (const link of container.querySelectorAll('.firebaseui-id-resend-link'))
      announceOnce(link, identity('resendNow'))
  }
}

/** Moves "Resend" next to the code field. */
export function fixPhoneCode(container: HTMLElement, { auth, identity }: Words) {
  const resend = container.querySelector('.firebaseui-resend-container')
  const content = container.querySelector('.firebaseui-card-content')
  if (resend && content && !content.contains(resend)) content.append(resend)
  const countdown = resend?.querySelector('.firebaseui-id-resend-countdown')
  // A ticking number feels like pressure, so only these words show.
  if (countdown && !resend?.querySelector('.sign-in-wait')) {
    countdown.classList.add('sr-only')
    countdown.after(createElementWith('span', { class: 'sign-in-wait', text: identity('resendSoon') }))
  }
  for (const link of container.querySelectorAll('.firebaseui-id-change-phone-number-link')) {
    setAttributes(link, { title: auth('form.changeNumber') })
  }
}
