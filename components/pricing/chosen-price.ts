import { storageKeys } from '@/lib/site'

/**
 * The plan that a person chose before they went to sign in or to pay, kept for an hour: a link from an
 * e-mail opens in another tab, and whoever turns back at the provider finds their choice. Blocked storage
 * forgets it.
 */
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
    // No storage, or not what was written.
  }
  forgetChosenPrice()
  return null
}

export function forgetChosenPrice() {
  try {
    localStorage.removeItem(storageKeys.chosenPrice)
  } catch {
    // Nothing was kept either.
  }
}

export function keepChosenPrice(price: string) {
  try {
    localStorage.setItem(storageKeys.chosenPrice, JSON.stringify({ price, at: Date.now() }))
  } catch {
    // The person chooses again.
  }
}
