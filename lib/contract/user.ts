import * as z from 'zod'
import { locales } from '@/lib/locales'
import { limits } from '@/lib/site'
import { plainText, uid } from './plan'

/** `email` and `providerId` are ignored: the verified token has them. */
export const userInput = z.object({
  uid,
  name: plainText(limits.nameLength).nullish(),
  username: plainText(limits.nameLength).nullish(),
  email: z.unknown().optional(),
  providerId: z.unknown().optional(),
  phone: plainText(32).nullish(),
  /** The language of emails, for example. */
  locale: z.enum(locales).nullish(),
})
export type UserInput = z.infer<typeof userInput>

export const user = z.object({
  uid: z.string(),
  name: z.string().nullable(),
  /** The site's own pages send `name` here, too. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  providerId: z.string(),
  phone: z.string().nullable(),
  /** Null is English. */
  locale: z.enum(locales).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type User = z.infer<typeof user>

/** Left over when the server has no admin credential. */
export type Leftover = 'identity' | 'picture'

export const userKey = z.object({ uid })
