import 'server-only'

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
