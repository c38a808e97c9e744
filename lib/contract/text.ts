import { z } from 'zod'

/** Text that any database can store: no NUL and no half of a pair, trimmed, at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'not storable')

/** An id of the identity service or a provider. */
export const id = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** A uid of the identity service: 1 to 128 characters. */
export const uid = plainText(128).min(1)

/** An address as it came: judged to the letter, so nothing is trimmed. */
export const address = z.string().min(1).max(2048)
