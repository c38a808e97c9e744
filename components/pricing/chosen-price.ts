import { storageKeys } from '@/lib/site'

/** Stored for all tabs, because an emailed sign-in link opens in another one. */
export const keptMs = 3600_000

export function readChosenPrice(): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKeys.chosenPrice) ?? 'null') as {
      price?: unknown
      at?: unknown
    } | null
    const age = typeof kept?.at === 'number' ? Date.now() - kept.at : -1
    if (age >= 0 && age < keptMs && typeof kept?.price === 'string') return kept.price
  } catch {
    // Storage may be blocked, or hold something else.
  }
  forgetChosenPrice()
  return null
}

export function forgetChosenPrice() {
  try {
    localStorage.removeItem(storageKeys.chosenPrice)
  } catch {
    // Storage may be blocked.
  }
}

export function keepChosenPrice(price: string) {
  try {
    localStorage.setItem(storageKeys.chosenPrice, JSON.stringify({ price, at: Date.now() }))
  } catch {
    // Storage may be blocked.
  }
}
