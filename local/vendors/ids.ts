import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of letters and digits, as the vendors make them: `cus_` and the like in front. */
export function newId(prefix = '', length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
