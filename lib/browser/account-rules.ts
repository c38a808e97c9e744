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

/** Begins with the country, so that a zero in brackets after it is only for those who call from within. */
const fromAbroad = /^[\s(]*(?:\+|00)/

/** A phone number without the zero that is dialled only within its country, as in `+44 (0)20 7946 0000`. */
export const withoutInnerZero = (text: string): string =>
  fromAbroad.test(text) ? text.replace(/\s*\(\s*0\s*\)\s*/, ' ') : text

/**
 * Codes of countries where a number is dialled with a zero before it and none has a zero of its own. Elsewhere it may be
 * a part of the number, as in Italy, and stays.
 */
const dialledWithZero = [
  '20|27|31|32|33|40|41|43|44|46|49|60|61|62|63|64|66|81|82|84|86|90|91|92|94|98',
  '212|213|233|234|254|255|256|353|358|359|380|381|385|386|387|389|421|880|886|962|964|966|971|972|977',
].join('|')
const dialledZero = new RegExp(`^(\\+(?:${dialledWithZero}))0(?=[1-9])`)

const plainNumber = (text: string) =>
  withoutInnerZero(latinDigits(withoutUnseen(text)))
    .trim()
    .replaceAll(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+')
    .replace(dialledZero, '$1')

/**
 * A phone number as people write it, with its country code, in the form E.164: `+44 (7700) 900-123`,
 * `+44 (0)7700 900123`, `+44 07700 900123` and `0044 7700 900123` all give `+447700900123`. Null when it cannot be one.
 */
export function phoneNumber(text: string): string | null {
  const plain = plainNumber(text)
  return /^\+[1-9]\d{6,14}$/.test(plain) ? plain : null
}

/** What is wrong with a typed phone number, or null. */
export function phoneProblem(text: string): string | null {
  if (phoneNumber(text)) return null
  return /^\d+$/.test(plainNumber(text)) ? 'Begin with the country code, such as +44.' : sentences.wrongPhone
}
