import 'server-only'
import { eq } from 'drizzle-orm'
import { locales, type Locale } from '@/lib/locales'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'

/** The stored language, unless the site no longer has it. */
export const knownLocale = (stored: string | null | undefined): Locale | null =>
  locales.find((locale) => locale === stored) ?? null

/** Null for a user who has stated none. */
export async function localeOf(uid: string): Promise<Locale | null> {
  const db = await database()
  const [user] = await db.select({ locale: users.locale }).from(users).where(eq(users.uid, uid))
  return knownLocale(user?.locale)
}
