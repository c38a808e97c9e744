import { latinDigits } from './account-rules'

/** The digits in a typed text. */
export const codeDigits = (text: string) => latinDigits(text).replace(/\D/g, '')

/** The code in a pasted text, be it "123 456", "123-456" or the whole message; null if there is none of six digits. */
export function codeIn(text: string): string | null {
  const found = latinDigits(text).match(/(?<![\d-])\d{3}[\s\u2010-\u2014-]?\d{3}(?![\d-])/g) ?? []
  return found.length === 1 && found[0] ? codeDigits(found[0]) : null
}
