/** How long a call of ours may take, and a token for it, in milliseconds. */
export const callMs = 15_000

/** How long a vendor's script, and then what it makes, may take, in milliseconds. */
export const patienceMs = 8_000

/**
 * Waits for what may never answer, such as a script that something on the way holds back.
 * @param ms milliseconds after which it counts as failed; it goes on by itself all the same
 * @throws whatever `promise` rejects with, or an Error that says that it took too long
 */
export function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
