import type * as Reader from '@/lib/browser/phone-number'
import type { CountryLists } from '@/lib/browser/phone-number'
import { sentences } from '@/lib/contract/sentences'

const digitsOf = (text: string) => text.replace(/\D/g, '')

type Parts = { field: HTMLInputElement; selector: Element; error: Element | null }

function partsOf(form: Element | null | undefined): Parts | null {
  const field = form?.querySelector<HTMLInputElement>('.firebaseui-id-phone-number')
  const selector = form?.querySelector('.firebaseui-id-country-selector')
  return field && selector
    ? { field, selector, error: form?.querySelector('.firebaseui-id-phone-number-error') ?? null }
    : null
}

const codeOf = ({ selector }: Parts) => digitsOf(selector.textContent ?? '')

function countryOf({ selector }: Parts): string | undefined {
  const flag = selector.querySelector('.firebaseui-id-country-selector-flag')?.className ?? ''
  return /firebaseui-flag-([A-Z]{2})\b/.exec(flag)?.[1]
}

/** Shows an error as the widget does, which takes it away when the number is edited. */
function refuse({ field, error }: Parts, sentence: string) {
  if (error) {
    error.textContent = sentence
    error.classList.remove('firebaseui-hidden')
  }
  field.focus()
}

/** Lets the widget choose the country by the number's code, from those that it offers. */
function chooseCode(parts: Parts, e164: string, code: string): boolean {
  if (codeOf(parts) === code) return true
  parts.field.value = e164
  parts.field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  return codeOf(parts) === code
}

/**
 * Reads the number that "Verify" is about to send, and puts it into the field in the widget's own form. A number that
 * cannot be sent is refused here: the captcha that sits on the button would send it a second time.
 * @param lists the countries that the configuration allows
 */
export function readPhoneNumber(container: HTMLElement, lists: () => CountryLists) {
  let reader: typeof Reader | null = null
  let loading: Promise<void> | undefined
  /** A press waits for the reader. */
  let waits = false
  const load = () =>
    (loading ??= import('@/lib/browser/phone-number').then(
      (loaded) => void (reader = loaded),
      () => void (loading = undefined),
    ))

  /** @returns whether the press may go on */
  const enter = (parts: Parts, { readPhone, isSupported }: typeof Reader): boolean => {
    const { field } = parts
    const typed = field.value
    const number = readPhone(typed, { country: countryOf(parts), code: codeOf(parts) })
    if (number === null) {
      refuse(parts, sentences.wrongPhone)
      return false
    }
    const allowed = lists()
    if (number === 'unknown-code' || !isSupported(number, allowed) || !chooseCode(parts, number.e164, number.code)) {
      field.value = typed
      refuse(parts, sentences.unsupportedCountry)
      return false
    }
    const isListed = (allowed.whitelistedCountries ?? allowed.blacklistedCountries ?? []).length > 0
    const isWhole = typed.trim().startsWith('+')
    const sends = isWhole ? typed : `${number.code}${typed}`
    // The widget judges a code by the first of its countries, and may refuse the others; without a code it does not ask.
    if (isListed || digitsOf(sends) !== digitsOf(number.e164)) field.value = number.e164.slice(number.code.length + 1)
    else field.value = typed
    return true
  }

  return {
    /** To be called after each change that the widget made. */
    look: () => {
      if (container.querySelector('.firebaseui-id-phone-number')) void load()
    },
    pressed: (event: Event) => {
      const { target } = event
      const send = target instanceof Element ? target.closest<HTMLElement>('.firebaseui-id-submit') : null
      const parts = partsOf(send?.closest('form'))
      // The widget says itself that there is no number.
      if (!send || !parts || parts.field.value.trim() === '') return
      if (reader && enter(parts, reader)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (reader || waits) return
      waits = true
      const { value } = parts.field
      void load().then(() => {
        waits = false
        if (!reader) return refuse(parts, sentences.network)
        if (send.isConnected && parts.field.value === value) send.click()
      })
    },
  }
}
