import 'server-only'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { bounded } from './proxy-rules'

/** Milliseconds for which keys are kept where the provider does not say it. */
const usualMs = 3_600_000

/** The longest: a key that the provider has taken back must not count here for ever. */
const mostMs = 24 * 3_600_000

const timeoutMs = 3000

/** Bytes of a set of keys: a real one has about two thousand. */
const mostBytes = 64 * 1024

const keySet = z.object({ keys: z.array(z.object({ kid: z.string(), kty: z.literal('RSA') })).nonempty() })

/** For how many milliseconds an answer may be kept, by its own account. */
export function keptMs(headers: Headers): number {
  const [, seconds] = /(?:^|[\s,])max-age="?(\d+)/i.exec(headers.get('cache-control') ?? '') ?? []
  if (seconds === undefined) return usualMs
  const age = Number(headers.get('age') ?? 0) || 0
  return Math.min(mostMs, Math.max(0, Number(seconds) - age) * 1000)
}

/**
 * Asks the provider for its keys.
 * @throws when the answer is no set of keys, or an empty one: by that every token would be a stranger's
 */
export async function askForKeys(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 200) throw new Error(`the key address answered ${response.status}`)
  const text = await new Response(response.body && bounded(response.body, mostBytes)).text()
  keySet.parse(JSON.parse(text))
  return new Response(text, response)
}

type Keys = {
  find: JWTVerifyGetKey
  /** The time by the provider, in milliseconds as of `Date.now()`, since our own clock may be wrong; NaN where it does not say. */
  time(): number
}

function follow(url: string): Keys {
  let freshUntil = 0
  let told = { time: Number.NaN, at: 0 }
  const set = createRemoteJWKSet(new URL(url), {
    // How long is the provider's to say, at each answer.
    cacheMaxAge: Infinity,
    timeoutDuration: timeoutMs,
    async [customFetch](address, init) {
      const response = await askForKeys(address, init)
      freshUntil = Date.now() + keptMs(response.headers)
      told = { time: Date.parse(response.headers.get('date') ?? ''), at: performance.now() }
      return response
    },
  })
  return {
    async find(header, token) {
      if (Date.now() >= freshUntil) await set.reload()
      return set(header, token)
    },
    time: () => told.time + performance.now() - told.at,
  }
}

const sets = new Map<string, Keys>()

/** The provider's public keys: kept for as long as it says, and asked for again when an unknown key id appears. */
export function keysAt(url: string): Keys {
  const known = sets.get(url) ?? follow(url)
  sets.set(url, known)
  return known
}
