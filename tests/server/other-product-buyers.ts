/** Customers of ours who also subscribe to other products. */
import { eq } from 'drizzle-orm'
import { afterAll } from 'vitest'
import { GET as exportData } from '@/app/api/users/export/route'
import { database } from '@/lib/server/db/client'
import { duplicates, planEmails, planChanges } from '@/lib/server/db/schema'
import {
  buyersOf,
  checkout,
  planAfterWebhook,
  type Name,
  type Person,
  customerOf,
  invoicesOf,
} from '@/tests/setup/buyers'
import { otherProducts } from '@/tests/setup/other-products'
import { storeUser } from '@/tests/setup/rows'
import { call, stage } from '@/tests/setup/stage'
import { startVendors } from '@/tests/setup/vendors'

export const vendors = await startVendors()
export const others = otherProducts(vendors.base)
const world = await stage(vendors.env)
afterAll(async () => {
  await vendors.close()
  await world.close()
})

export const { person } = buyersOf({ world, vendors })

/** A user with an account, a customer and an open payment page. */
export async function visitor(name: Name): Promise<Person & { customer: string; page: string }> {
  const who = await person()
  await storeUser(who.uid)
  const page = (await (await checkout(name, who)).json()).url as string
  return { ...who, customer: await customerOf(who, name), page }
}

export async function subscriber(name: Name) {
  const who = await visitor(name)
  await vendors.pay(who.page)
  const { subscription } = await planAfterWebhook(who)
  return { ...who, own: subscription?.id ?? '' }
}

export const emailsTo = async ({ uid }: Person) => {
  const rows = await (await database()).select().from(planEmails).where(eq(planEmails.uid, uid))
  return rows.map(({ kind }) => kind)
}

export const duplicatesOf = async ({ uid }: Person) =>
  (await database()).select().from(duplicates).where(eq(duplicates.uid, uid))

export const changesOf = async (id: string) =>
  (await database()).select().from(planChanges).where(eq(planChanges.subscriptionId, id))

export const exported = async ({ uid, token }: Person) =>
  JSON.stringify(await (await call(exportData, `/users/export?uid=${uid}`, { token })).json())

export const listInvoices = async (who: Person) =>
  (await (await invoicesOf(who)).json()).invoices as { amount: number }[]

export type Kind = { of: string; make: (name: Name, customer: string) => Promise<string> }
