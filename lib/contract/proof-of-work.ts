/** Proof of work for the contact form: a number for which SHA-256 of `<seed>.<number>` begins with some zero bits. */

export type Challenge = { token: string; bits: number }

/** The token's signature. */
export const seedOf = (token: string): string => token.slice(token.lastIndexOf('.') + 1)

export async function isSolution(seed: string, number: number, bits: number): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${seed}.${number}`))
  return Math.clz32(new DataView(digest).getUint32(0)) >= bits
}

/** Hashes under way at once. */
const batchSize = 500

/** @returns the proof, `<token>.<number>` */
export async function solveChallenge({ token, bits }: Challenge): Promise<string> {
  const seed = seedOf(token)
  for (let from = 0; ; from += batchSize) {
    const batch = await Promise.all(Array.from({ length: batchSize }, (_, n) => isSolution(seed, from + n, bits)))
    const found = batch.indexOf(true)
    if (found >= 0) return `${token}.${from + found}`
  }
}
