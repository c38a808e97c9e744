/**
 * Proof of work for the contact form: SHA-256 of `<seed>.<number>` must begin with a number of zero bits. A short seed
 * keeps each attempt within one block.
 */

const constants = new Uint32Array(64)
const initial = new Uint32Array(8)

const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) >>> 0

function prepare() {
  let count = 0
  for (let n = 2; count < 64; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n && isPrime; d++) isPrime = n % d !== 0
    if (!isPrime) continue
    if (count < 8) initial[count] = fraction(Math.sqrt(n))
    constants[count++] = fraction(Math.cbrt(n))
  }
}
prepare()

const maxLength = 55
const words = new Uint32Array(64)

/**
 * The first 32 bits of SHA-256.
 * @throws RangeError unless the text fits into one block
 */
export function hashStart(text: string): number {
  if (text.length > maxLength) throw new RangeError(`longer than ${maxLength} characters`)
  words.fill(0, 0, 16)
  for (let n = 0; n < text.length; n++) words[n >> 2]! |= text.charCodeAt(n) << (24 - (n % 4) * 8)
  words[text.length >> 2]! |= 0x80 << (24 - (text.length % 4) * 8)
  words[15] = text.length * 8
  for (let n = 16; n < 64; n++) {
    const a = words[n - 15]!
    const b = words[n - 2]!
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    words[n] = words[n - 16]! + s0 + words[n - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = initial as unknown as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < 64; n++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[n]! + words[n]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (initial[0]! + a) >>> 0
}

export const isSolution = (seed: string, number: number, bits: number): boolean =>
  Number.isSafeInteger(number) &&
  number >= 0 &&
  `${seed}.${number}`.length <= maxLength &&
  Math.clz32(hashStart(`${seed}.${number}`)) >= bits

export function findSolution(seed: string, bits: number, from: number, count: number): number | null {
  for (let number = from; number < from + count; number++) if (isSolution(seed, number, bits)) return number
  return null
}

export type Challenge = { token: string; bits: number }

/** The token's signature. */
export const seedOf = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
