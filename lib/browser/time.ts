import { storageKeys } from '@/lib/site'
import { readStored, writeStored } from './json-storage'

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

/** All calls share one promise. After a failure, the next call tries again. */
export function loadOnce<Args extends unknown[], T>(load: (...args: Args) => Promise<T>) {
  let promise: Promise<T> | undefined
  return (...args: Args): Promise<T> =>
    (promise ??= load(...args).catch((cause: unknown) => {
      promise = undefined
      throw cause
    }))
}

/** Larger differences use the server's clock. */
const toleranceMs = 5 * 60_000

const clockOffsetMs = () => Number(readStored('sessionStorage', storageKeys.clock)?.ahead) || 0

/** Compares the device's clock with an answer's `Date`, and stores a large difference for this tab. */
export function measureClock(date: unknown): void {
  const serverTime = typeof date === 'string' ? Date.parse(date) : Number.NaN
  if (Number.isNaN(serverTime)) return
  const offsetMs = Date.now() - serverTime
  writeStored('sessionStorage', storageKeys.clock, Math.abs(offsetMs) > toleranceMs ? { ahead: offsetMs } : null)
}

/** Now, by the server's clock if the device's is clearly wrong. */
export const currentTime = (): Date => new Date(Date.now() - clockOffsetMs())

export const isClockWrong = (): boolean => clockOffsetMs() !== 0
