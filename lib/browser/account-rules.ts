import { sentences } from '@/lib/contract/sentences'
import { limits } from '@/lib/site'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@(?:${label}\\.)+(?=[^.]{2,63}$)${label}$`, 'i')

/**
 * A text without what nobody sees in it, such as the marks of direction that an address book puts around a number
 * which is copied out of it.
 */
export const withoutUnseen = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** An address without what was copied with it: white space around it, and what nobody sees. */
export const addressIn = (text: string): string => withoutUnseen(text).trim()

/** Digits of other scripts, full width ones among them, as those of ours. */
export const latinDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/** What is wrong with a typed e-mail address, or null. White space around it is not counted, nor what nobody sees. */
export function emailProblem(text: string): string | null {
  const address = addressIn(text)
  if (!address) return sentences.noEmail
  return address.length <= 254 && emailPattern.test(address) ? null : sentences.wrongEmail
}

/** What is wrong with a password that exists already: only its absence. */
export const passwordProblem = (text: string): string | null => (text ? null : sentences.noPassword)

/** What is wrong with a new password, or null. The identity project may ask for more than this. */
export function newPasswordProblem(text: string): string | null {
  if (!text) return sentences.noPassword
  return text.length < limits.passwordLength ? sentences.weakPassword : null
}

/** What is wrong with an account's name, or null. One that nobody could see is none. */
export const nameProblem = (text: string): string | null =>
  withoutUnseen(text).trim() ? null : 'Enter your account name'

/** The code of a text message without the spaces and dashes that a message may write it with. */
export const verificationCode = (text: string): string =>
  latinDigits(withoutUnseen(text)).replaceAll(/[\s\-\u2010-\u2015]/g, '')

/** What is wrong with the code of a text message, or null: it has exactly six digits. */
export const codeProblem = (text: string): string | null =>
  /^\d{6}$/.test(verificationCode(text)) ? null : sentences.wrongCode

/** The digits in a typed text. */
export const codeDigits = (text: string) => latinDigits(text).replace(/\D/g, '')

/** The code in a pasted text, be it "123 456", "123-456" or the whole message; null if there is none of six digits. */
export function codeIn(text: string): string | null {
  const found = latinDigits(text).match(/(?<![\d-])\d{3}[\s\u2010-\u2014-]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 && found[0] ? codeDigits(found[0]) : null
}
