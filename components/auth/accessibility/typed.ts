import { addressIn, latinDigits, withoutUnseen } from '@/lib/browser/account-rules'
import { codeDigits, codeIn } from '@/lib/browser/typed-code'

export { codeDigits, codeIn }

/** A pasted number as the widget reads it, whose plus chooses the country. */
export function phoneIn(text: string): string {
  const number = latinDigits(withoutUnseen(text)).trim().replace(/^tel:/i, '')
  return number.replace(/^[\s(]+(?=\+)/, '').replace(/^00(?=[1-9])/, '+')
}

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
  return isPhone(field) ? latinDigits(withoutUnseen(field.value)).replace(startsWithZeros, '+') : field.value
}

/** Keeps the code to digits, an address to itself and a number to the form that the widget reads. */
export function typed(event: Event) {
  const field = event.target
  if (!(field instanceof HTMLInputElement)) return
  if (event instanceof InputEvent && event.isComposing) return
  const value = meant(field)
  if (value !== field.value) field.value = value
}
