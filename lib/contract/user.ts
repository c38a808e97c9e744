import * as z from 'zod'
import { plainText, uid } from './text'

/**
 * The body of insert-or-update: six fields, mapped from the sign-in provider.
 * `email` and `providerId` are accepted and ignored: the verified token says what they are.
 */
export const userInput = z.object({
  uid,
  name: plainText(200).nullish(),
  username: plainText(200).nullish(),
  email: z.unknown().optional(),
  providerId: z.unknown().optional(),
  phone: plainText(32).nullish(),
})
export type UserInput = z.infer<typeof userInput>

/** A stored user. Times are ISO 8601 in UTC. */
const user = z.object({
  uid: z.string(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  providerId: z.string(),
  phone: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type User = z.infer<typeof user>

/** What of an account the server could not delete, where it has no credential for the identity service. */
export type Left = 'identity' | 'picture'

/** The body of delete-account. */
export const userKey = z.object({ uid })
