/** Timeout of our own calls and of a token, in milliseconds. */
export const callTimeoutMs = 15_000

/** Timeout of the identity SDK's own requests, in milliseconds. */
export const sdkTimeoutMs = 30_000

/** Timeout of vendor scripts, in milliseconds. */
export const vendorTimeoutMs = 8_000

export function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
