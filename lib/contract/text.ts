import * as z from 'zod'

/** Text that any database can store: no NUL and no half of a pair, trimmed, at most `max` characters. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'not storable')

/** An id of a provider's, to the letter: whoever sets one up there may name it as they like, also with spaces. */
export const id = z
  .string()
  .regex(/^\P{Cc}{1,255}$/u)
  .refine((text) => text.isWellFormed(), 'not storable')

/** A uid of the identity service: 1 to 128 characters. */
export const uid = plainText(128).min(1)

/** An address as it came: judged to the letter, so nothing is trimmed. */
export const address = z.string().min(1).max(2048)
