import { storageKeys } from '@/lib/site'
import { readStored, writeStored } from './stored'

/** Larger differences use the server's clock. */
const toleranceMs = 5 * 60_000

const aheadMs = () => Number(readStored('sessionStorage', storageKeys.clock)?.ahead) || 0

/** Compares the device's clock with an answer's `Date`, and stores a large difference for this tab. */
export function learnClock(date: unknown): void {
  const server = typeof date === 'string' ? Date.parse(date) : Number.NaN
  if (Number.isNaN(server)) return
  const ahead = Date.now() - server
  writeStored('sessionStorage', storageKeys.clock, Math.abs(ahead) > toleranceMs ? { ahead } : null)
}

/** Now, by the server's clock if the device's is clearly wrong. */
export const currentTime = (): Date => new Date(Date.now() - aheadMs())

export const isClockWrong = (): boolean => aheadMs() !== 0
