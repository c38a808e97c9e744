/**
 * Some nine hundred addresses that try to lead away from this site, put together by rules from a seed: the same
 * on every machine. Each is written as a person could put it into a query.
 */
import { randomFrom } from '@/tests/faults/random'
import { hosts, leads, schemes, tails } from './address-parts'
import { singleAddresses } from './single-addresses'

const seed = 7
const ourHost = 'unhurried.example'

const named = (text: string) => text.replaceAll('{ours}', ourHost)

type Change = (text: string) => string

/** What a program in between may have done to an address, or undoes when it reads it. */
const writings: readonly Change[] = [
  (text) => text,
  (text) => encodeURI(text.toWellFormed()),
  (text) => text.replace(/[/\\:]/g, (sign) => encodeURIComponent(sign)),
  (text) => text.replace(/[/\\:]/g, (sign) => encodeURIComponent(encodeURIComponent(sign))),
  (text) => text.replace(/[/\\:]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replace(/[/\\:]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[a-z]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
]

/** Ways to write a scheme that a browser, or a filter that decodes once too often, still reads as one. */
const disguises: readonly Change[] = [
  (scheme) => `${scheme}:`,
  (scheme) => `${scheme.toUpperCase()}:`,
  (scheme) => `${[...scheme].map((sign, n) => (n % 2 ? sign.toUpperCase() : sign)).join('')}:`,
  (scheme) => `${scheme.slice(0, 4)}\t${scheme.slice(4)}:`,
  (scheme) => `${scheme.slice(0, 2)}\r\n${scheme.slice(2)}:`,
  (scheme) => `\u0001${scheme}:`,
  (scheme) => ` \t\n${scheme}:`,
  (scheme) => `\u00a0${scheme}:`,
  (scheme) => `${scheme}\u0000:`,
  (scheme) => `${scheme} :`,
  (scheme) => `${scheme}&colon;`,
  (scheme) => `${scheme}%3a`,
  (scheme) => `${scheme}\uff1a`,
  (scheme) => `&#x${scheme.charCodeAt(0).toString(16)};${scheme.slice(1)}:`,
  (scheme) => `/${scheme}:`,
  (scheme) => `//${scheme}:`,
  (scheme) => `url:${scheme}:`,
  (scheme) => `https:${scheme}:`,
  (scheme) => `${ourHost}/${scheme}:`,
]

function composed(): string[] {
  const random = randomFrom(seed)
  // Every lead meets hosts in turn, so that each is met often, and everything else is drawn.
  const away = leads.flatMap((lead, at) =>
    Array.from({ length: 8 }, (_, n) => {
      const host = hosts[(at * 8 + n * 5 + n) % hosts.length] ?? ''
      const text = named(lead + host + random.pick(tails))
      return random.chance(0.6) ? text : random.pick(writings)(text)
    }),
  )
  const schemed = schemes.flatMap(([scheme, rest]) =>
    random
      .shuffled(disguises)
      .slice(0, 13)
      .map((disguise) => disguise(scheme) + named(rest)),
  )
  return [...away, ...schemed]
}

/** All of them, each once. */
export const hostileAddresses: readonly string[] = [...new Set([...singleAddresses, ...composed()])]
