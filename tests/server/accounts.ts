/** Subscribers whose accounts are exported and deleted, and the rows that remain. */
import { randomUUID } from 'node:crypto'
import { POST as checkout } from '@/app/api/stripe/checkout-session/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import type { Locale } from '@/lib/locales'
import { database } from '@/lib/server/db/client'
import { contactMessages } from '@/lib/server/db/schema'
import { deleteAccount, returns } from '@/tests/setup/buyers'
import { allRows, call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

export const { world, vendors } = await stageWithVendors()

export async function subscriber(uid: string, locale?: Locale) {
  const token = await world.identity.signIn(uid)
  await call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Ada', locale } })
  const body = { ...checkoutBody('price_monthly_usd'), locale }
  const page = await call(checkout, `/stripe/checkout-session?uid=${uid}`, { token, body })
  await vendors.pay((await page.json()).url)
  return token
}

/** Stores contact messages with these addresses, oldest first. */
export async function written(...emails: string[]) {
  const db = await database()
  for (const [index, email] of emails.entries()) {
    const id = randomUUID()
    const receivedAt = new Date(Date.UTC(2026, 0, 1 + index))
    await db
      .insert(contactMessages)
      .values({ id, digest: id, name: 'Ada', email, message: `From ${email}`, receivedAt })
  }
}

/** Rows about a user, by table. Limits count by uid for an hour. */
export const recordsOf = async (uid: string) =>
  (await allRows())
    .filter((line) => !line.startsWith('rate_limits ') && line.includes(`"${uid}"`))
    .map((line) => line.split(' ')[0])

export const remove = async (uid: string, token: string) => {
  const response = await deleteAccount({ uid, token })
  return { status: response.status, body: await response.json() }
}

export const checkoutBody = (priceId: string) => ({ priceId, ...returns })
