import 'server-only'
import { answerBy } from './request-context'

/** Milliseconds after which a person has an answer, whatever hangs. */
export const patienceMs = 9500

/** Waiting ends so much before the answer is due: what came of it has to be written and said. */
const sayingMs = 500

/**
 * Until when a provider may be waited for, in milliseconds as of `Date.now()`: in a person's request until
 * shortly before its answer is due, elsewhere as long from now on.
 */
export const waitingEnds = (): number => (answerBy() ?? Date.now() + patienceMs) - sayingMs

/**
 * Bounds work that may hang. The loser of the race may still end later, and nobody hears of it.
 * @param until milliseconds as of `Date.now()`
 * @param late what is thrown when the work has not ended by then
 */
export async function within<T>(until: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.max(0, until - Date.now()))
  })
  work.catch(() => {})
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
