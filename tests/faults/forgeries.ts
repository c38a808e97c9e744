/**
 * Messages that somebody made up or altered, drawn by a seed from real ones, each with the answer that
 * it must get. None of them may change anything: what one claims must not count, even where it is right
 * by all that can be checked.
 */
import type { Made } from './bend'
import { refusedAtChargebee, takenAtChargebee } from './forged-chargebee'
import { refusedAtStripe, takenAtStripe } from './forged-stripe'
import type { Random } from '@/tests/setup/random'

export type Forgery = Made & { what: string; vendor: 'stripe' | 'chargebee'; body: Buffer; asks: boolean }

/** Real messages of each vendor about customers of ours, as JSON; and the present second. */
export type Material = { stripe: string[]; chargebee: string[]; now: number }

const makers = (
  [
    ['stripe', refusedAtStripe, 5],
    ['stripe', takenAtStripe, 2],
    ['chargebee', refusedAtChargebee, 5],
    ['chargebee', takenAtChargebee, 2],
  ] as const
).flatMap(([vendor, table, share]) =>
  Object.entries(table).flatMap(([what, make]) => Array.from({ length: share }, () => ({ vendor, what, make }))),
)

/** Draws so many of them, of every kind. */
export function drawForgeries(random: Random, material: Material, count: number): Forgery[] {
  return Array.from({ length: count }, (_, number) => {
    const drawn = makers[number % makers.length] ?? random.pick(makers)
    const { vendor, what, make } = drawn
    const [message, other] = [random.pick(material[vendor]), random.pick(material[vendor])]
    const { body, asks = false, ...rest } = make(random, message, other, material.now)
    return { vendor, what, asks, ...rest, body: Buffer.from(body as string) }
  })
}
