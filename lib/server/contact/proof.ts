import 'server-only'
import { isSolution, type Challenge } from '@/lib/contract/proof'
import { keyedHash, sameHash } from '@/lib/server/db/keyed-hash'

/** Milliseconds for which a challenge may be answered. */
const challengeLifeMs = 10 * 60_000

/** The same for a form that somebody without script sends again: nobody is hurried. */
const formLifeMs = 24 * 3_600_000

/** Milliseconds from a form's page to its message, at least: less is a program's pace. */
export const formAgeMs = 3000

/** Clocks of two processes may differ by this many milliseconds. */
const skewMs = 60_000

/** A slow phone finds so many zero bits in some tenths of a second. */
const leastBits = 15
const mostBits = 22

/** Proofs a minute that are no flood. */
const usual = 60

/** The work for one message: four times as much for twice the load, so that a flood slows itself down. */
export const bitsFor = (provedThisMinute: number): number =>
  Math.min(mostBits, leastBits + Math.max(0, Math.round(2 * Math.log2(provedThisMinute / usual))))

/** @param digest of the message that the token is for: with another it is worth nothing */
async function sign(use: 'work' | 'form', at: number, bits: number, digest: string): Promise<string> {
  return `${at}.${bits}.${await keyedHash(`contact-${use}`, at, bits, digest)}`
}

/** Asks for work for this message. */
export async function challengeFor(digest: string, bits: number, now = Date.now()): Promise<Challenge> {
  return { token: await sign('work', now, bits, digest), bits }
}

/** A token for the page on which somebody without script sends the same message again. */
export const formTokenFor = (digest: string, now = Date.now()): Promise<string> => sign('form', now, 0, digest)

const inTime = (at: number, lifeMs: number, now: number) => at <= now + skewMs && now - at <= lifeMs

/** Whether the work for this message was done: `<token>.<number>`. */
export async function isProved(proof: unknown, digest: string, now = Date.now()): Promise<boolean> {
  const [, at, bits, seed = '', number] =
    /^(\d{1,15})\.(\d{1,2})\.([\w-]{43})\.(\d{1,11})$/.exec(typeof proof === 'string' ? proof : '') ?? []
  if (!inTime(Number(at), challengeLifeMs, now)) return false
  const expected = await sign('work', Number(at), Number(bits), digest)
  return sameHash(`${at}.${bits}.${seed}`, expected) && isSolution(seed, Number(number), Number(bits))
}

/** How old the page is that a message came from, in milliseconds; null where the token is not right for it. */
export async function formAge(token: unknown, digest: string, now = Date.now()): Promise<number | null> {
  const [, at] = /^(\d{1,15})\.0\.[\w-]{43}$/.exec(typeof token === 'string' ? token : '') ?? []
  if (!inTime(Number(at), formLifeMs, now)) return null
  return sameHash(String(token), await sign('form', Number(at), 0, digest)) ? Math.max(0, now - Number(at)) : null
}
