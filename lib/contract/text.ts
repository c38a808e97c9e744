import * as z from 'zod'

/** In a Unicode expression, a pair is one character, so that only half of one matches. */
const loneSurrogate = /\p{Surrogate}/u

/** No NUL and no lone surrogate, so that any database can store it. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0') && !loneSurrogate.test(text), 'not storable')

/** A provider's id, which may contain spaces. */
export const id = z
  .string()
  .regex(/^\P{Cc}{1,255}$/u)
  .refine((text) => !loneSurrogate.test(text), 'not storable')

export const uid = plainText(128).min(1)

/** Not trimmed, because it is compared exactly. */
export const address = z.string().min(1).max(2048)

/** Removes control characters, which could rewrite a terminal, except line breaks and tabs. */
export const stripControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '')
