import { storageKeys } from '@/lib/site'

/** Larger differences use the server's clock. */
const toleranceMs = 5 * 60_000
const key = storageKeys.clock

function read(): number {
  try {
    return Number(sessionStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}

/** Compares the device's clock with an answer's `Date`, and stores a large difference for this tab. */
export function learnClock(date: unknown): void {
  const server = typeof date === 'string' ? Date.parse(date) : Number.NaN
  if (Number.isNaN(server)) return
  const ahead = Date.now() - server
  try {
    if (Math.abs(ahead) > toleranceMs) sessionStorage.setItem(key, String(ahead))
    else sessionStorage.removeItem(key)
  } catch {}
}

/** Now, by the server's clock if the device's is clearly wrong. */
export const currentTime = (): Date => new Date(Date.now() - read())

export const isClockWrong = (): boolean => read() !== 0
