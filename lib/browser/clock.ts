import { storageKeys } from '@/lib/site'
import { readStored, writeStored } from './json-storage'

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
