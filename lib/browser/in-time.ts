/** Timeout of our own calls and of a token, in milliseconds. */
export const callMs = 15_000

/** Timeout of vendor scripts, in milliseconds. */
export const patienceMs = 8_000

export function inTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
