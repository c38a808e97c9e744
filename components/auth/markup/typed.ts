import { withoutInnerZero } from '@/lib/browser/account-rules'

/** Digits of other scripts, full width ones among them, as those of ours. */
const latin = (text: string) =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/** What of a typed text may be part of the code. */
export const codeDigits = (text: string) => latin(text).replace(/\D/g, '')

/** The code in a pasted text, be it "123 456", "123-456" or the whole message; null if there is none of six digits. */
export function codeIn(text: string): string | null {
  const found = latin(text).match(/(?<![\d-])\d{3}[\s\u2010-\u2014-]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 && found[0] ? codeDigits(found[0]) : null
}

/** A pasted number as the widget and the provider read it: a plus for 00, and no zero in brackets. */
export function phoneIn(text: string): string {
  const number = latin(text).trim().replace(/^tel:/i, '')
  return withoutInnerZero(number).replace(/^00(?=[1-9])/, '+')
}

/** White space around an address, also such as cannot be seen; the browser drops plain spaces alone. */
export const addressIn = (text: string) => text.replace(/[\u200b-\u200f\u2060\ufeff]/g, '').trim()

/** Two zeros before the country's number are its plus; the widget knows the plus alone. */
const startsWithZeros = /^\s*00(?=[1-9])/

const isEmail = (field: HTMLInputElement) => field.classList.contains('firebaseui-id-email')
const isCode = (field: HTMLInputElement) => field.classList.contains('firebaseui-id-phone-confirmation-code')
const isPhone = (field: HTMLInputElement) => field.classList.contains('firebaseui-id-phone-number')

/** Puts the code of a pasted message, or a number in the widget's own form, in place of what is pasted. */
export function paste(event: ClipboardEvent) {
  const field = event.target
  if (!(field instanceof HTMLInputElement)) return
  const text = event.clipboardData?.getData('text') ?? ''
  const value = isCode(field) ? codeIn(text) : isPhone(field) && phoneIn(text) !== text ? phoneIn(text) : null
  if (value === null) return
  event.preventDefault()
  field.value = value
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
}

/** What a field makes of what is in it, however it got there. */
function meant(field: HTMLInputElement): string {
  if (isCode(field)) return codeDigits(field.value)
  if (isEmail(field)) return addressIn(field.value)
  return isPhone(field) ? field.value.replace(startsWithZeros, '+') : field.value
}

/** Keeps the code to digits, an address to itself and a number to the form that the widget reads. */
export function typed(event: Event) {
  const field = event.target
  if (!(field instanceof HTMLInputElement)) return
  if (event instanceof InputEvent && event.isComposing) return
  const value = meant(field)
  if (value !== field.value) field.value = value
}
