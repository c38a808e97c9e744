/** Subscribers whose accounts are exported and deleted, and the rows that remain. */
import { randomUUID } from 'node:crypto'
import { POST as checkout } from '@/app/api/stripe/checkout-session/route'
import { POST as deleteAccount } from '@/app/api/users/delete-account/route'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { database } from '@/lib/server/db/client'
import { allRows, call, origin } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

export const { world, vendors } = await stageWithVendors()

export async function subscriber(uid: string) {
  world.identity.accounts.set(uid, {})
  const token = await world.identity.token(uid)
  await call(upsert, '/users/insert-or-update', { token, body: { uid, name: 'Ada' } })
  const page = await call(checkout, `/stripe/checkout-session?uid=${uid}`, {
    token,
    body: {
      priceId: 'price_monthly_usd',
      successUrl: `${origin}/pricing/thankyou/`,
      cancelUrl: `${origin}/pricing/start`,
    },
  })
  await vendors.pay((await page.json()).url)
  return token
}

/** Stores contact messages with these addresses, oldest first. */
export async function written(...emails: string[]) {
  const { contactMessages } = await import('@/lib/server/db/schema')
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
export const traces = async (uid: string) =>
  (await allRows())
    .filter((line) => !line.startsWith('rate_limits ') && line.includes(`"${uid}"`))
    .map((line) => line.split(' ')[0])

export const remove = async (uid: string, token: string) => {
  const response = await call(deleteAccount, '/users/delete-account', { token, body: { uid } })
  return { status: response.status, body: await response.json() }
}

export const checkoutBody = (priceId: string) => ({
  priceId,
  successUrl: `${origin}/pricing/thankyou/`,
  cancelUrl: `${origin}/pricing/start`,
})
