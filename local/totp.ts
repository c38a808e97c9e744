/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and 30 seconds. */
import { createHmac, randomBytes } from 'node:crypto'

export const totpPeriodSeconds = 30
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32 without padding. */
export const newTotpSecret = (): string => base32([...randomBytes(20)])

function base32(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * @param secret in base32
 * @param now milliseconds since 1970
 */
export function totpCode(secret: string, now = Date.now()): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / totpPeriodSeconds)))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** Accepts the previous and the next period too. */
export const isTotpCode = (secret: string, code: string, now = Date.now()): boolean =>
  [-1, 0, 1].some((step) => totpCode(secret, now + step * totpPeriodSeconds * 1000) === code)
