import { storageKeys } from '@/lib/site'

/** The plan that a visitor chose before signing in, kept for this tab. Blocked storage forgets it. */
export function readChosenPrice(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.chosenPrice)
  } catch {
    return null
  }
}

export function forgetChosenPrice() {
  try {
    sessionStorage.removeItem(storageKeys.chosenPrice)
  } catch {
    // Nothing was kept either.
  }
}

export function keepChosenPrice(priceId: string) {
  try {
    sessionStorage.setItem(storageKeys.chosenPrice, priceId)
  } catch {
    // The person chooses again after signing in.
  }
}
