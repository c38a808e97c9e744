import { readFromLastHour, writeForAnHour } from '@/lib/browser/json-storage'
import { storageKeys } from '@/lib/site'

/** Stored for all tabs, because an emailed sign-in link opens in another one. */
export function readChosenPrice(): string | null {
  const price = readFromLastHour('localStorage', storageKeys.chosenPrice)?.price
  return typeof price === 'string' ? price : null
}

export const saveChosenPrice = (price: string) => writeForAnHour('localStorage', storageKeys.chosenPrice, { price })

export const clearChosenPrice = () => writeForAnHour('localStorage', storageKeys.chosenPrice, null)
