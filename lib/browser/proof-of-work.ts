import 'client-only'
import { seedOf, findSolution, type Challenge } from '@/lib/contract/proof-of-work'

/** Attempts between pauses: a few milliseconds on a slow phone. */
const batchSize = 1000

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

export async function solveChallenge({ token, bits }: Challenge): Promise<string> {
  const seed = seedOf(token)
  for (let from = 0; ; from += batchSize) {
    const number = findSolution(seed, bits, from, batchSize)
    if (number !== null) return `${token}.${number}`
    await pause()
  }
}
