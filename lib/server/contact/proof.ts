import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { isSolution, type Challenge } from '@/lib/contract/proof-of-work'
import { keyedHash } from '@/lib/server/db/client'

const challengeLifeMs = 10 * 60_000

const formLifeMs = 24 * 3_600_000

/** Faster answers come from bots. */
export const formAgeMs = 3000

/** Tolerated clock difference between processes. */
const skewMs = 60_000

/** Less than a second on a slow phone. */
const minBits = 13
const maxBits = 20

const usualPerMinute = 60

/** Quadratic, so that a flood slows itself down. */
export const bitsFor = (provedThisMinute: number): number =>
  Math.min(maxBits, minBits + Math.max(0, Math.round(2 * Math.log2(provedThisMinute / usualPerMinute))))

/** @param digest binds the token to one message */
async function sign(use: 'work' | 'form', at: number, bits: number, digest: string): Promise<string> {
  return `${at}.${bits}.${await keyedHash(`contact-${use}`, at, bits, digest)}`
}

export async function createChallenge(digest: string, bits: number, now = Date.now()): Promise<Challenge> {
  return { token: await sign('work', now, bits, digest), bits }
}

/** For browsers without script, which send the message twice. */
export const createFormToken = (digest: string, now = Date.now()): Promise<string> => sign('form', now, 0, digest)

const isEqualHash = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isCurrent = (at: number, lifeMs: number, now: number) => at <= now + skewMs && now - at <= lifeMs

/** @param proof `<token>.<number>` */
export async function isProofValid(proof: unknown, digest: string, now = Date.now()): Promise<boolean> {
  const [, at, bits, hash = '', number] =
    /^(\d{1,15})\.(\d{1,2})\.([\w-]{43})\.(\d{1,11})$/.exec(typeof proof === 'string' ? proof : '') ?? []
  if (!isCurrent(Number(at), challengeLifeMs, now)) return false
  const expected = await sign('work', Number(at), Number(bits), digest)
  return isEqualHash(`${at}.${bits}.${hash}`, expected) && (await isSolution(hash, Number(number), Number(bits)))
}

/** Milliseconds since the page was made, or null if the token is invalid. */
export async function formAge(token: unknown, digest: string, now = Date.now()): Promise<number | null> {
  const [, at] = /^(\d{1,15})\.0\.[\w-]{43}$/.exec(typeof token === 'string' ? token : '') ?? []
  if (!isCurrent(Number(at), formLifeMs, now)) return null
  return isEqualHash(String(token), await sign('form', Number(at), 0, digest)) ? Math.max(0, now - Number(at)) : null
}
