/** How a real message is bent. */
import type { Random } from '@/tests/setup/random'

/** A message that is forged: how it looks, and how it must be answered. */
export type Made = {
  headers: [name: string, value: string][]
  body: Buffer | string
  status: number
  /** It is right by all that can be checked, so that the vendor is asked for the truth. */
  asks?: boolean
}

/** Makes one out of two real messages of a vendor and the present second. */
export type Maker = (random: Random, message: string, other: string, now: number) => Made

/** The same bytes but for one. */
export function flipped(random: Random, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body)
  const place = random.whole(0, bytes.length - 1)
  bytes[place] = (bytes[place] ?? 0) ^ random.whole(1, 255)
  return bytes
}

/** The same text with one of its signs, from a place on, put for another of `letters`. */
export function altered(random: Random, text: string, from: number, letters: string): string {
  const place = random.whole(from, text.length - 1)
  const drawn = random.pick([...letters].filter((letter) => letter !== text[place]))
  return text.slice(0, place) + drawn + text.slice(place + 1)
}

type Json = Record<string, unknown>
// oxlint-disable-next-line typescript/no-explicit-any -- a message is bent in any way that JSON allows
export const bent = (message: string, change: (event: any) => void): string => {
  const event = JSON.parse(message) as Json
  change(event)
  return JSON.stringify(event)
}

/** Customers that are none of ours. */
export const strangers = [
  'cus_stranger',
  'u-stranger',
  '',
  ' ',
  "' or 1=1 --",
  '../customers',
  '\ud800',
  'x'.repeat(5000),
]
/** What may stand where a customer's id is looked for, and is none. */
export const noIds = [null, 0, 42, true, [], ['cus'], {}, { id: {} }, { id: null }, { id: ['a'] }, 'cus_\u0000', '\n']
