import * as z from 'zod'
import { locales, type Locale } from '@/lib/locales'
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

export type User = {
  uid: string
  name: string | null
  /** The site's own pages send `name` here, too. */
  username: string | null
  email: string | null
  providerId: string
  phone: string | null
  /** Null is English. */
  locale: Locale | null
  createdAt: string
  updatedAt: string
}

/** Left over when the server has no admin credential. */
export type Leftover = 'identity' | 'picture'

export const userKey = z.object({ uid })
