import 'server-only'
import { and, eq } from 'drizzle-orm'
import { database, type Database } from '@/lib/server/db/client'
import { customers, deletedCustomers } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion, type SignIn } from '@/lib/server/users/deletion-lock'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { subscriptionRows } from './plan'
import { billingProvider, isSetUp } from './providers/registry'
import type { BillingProvider } from './providers/provider'
import { refresh } from './sync'
import type { Provider } from '@/lib/contract/plan'

/** Who buys, and by which sign-in. */
export type Buyer = SignIn & { email: string | null; isGuest: boolean }

/** The person's customer at one provider, or null before the first purchase. */
export async function customerId(uid: string, provider: Provider): Promise<string | null> {
  const db = await database()
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.uid, uid), eq(customers.provider, provider)))
  return row?.customerId ?? null
}

/**
 * Makes the customer at first need. Two calls at once end with one: the provider's key and our primary key see to it.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile
 */
export async function ensureCustomer(provider: BillingProvider, person: Buyer): Promise<string> {
  const known = await customerId(person.uid, provider.name)
  if (known) return known
  const { uid, email } = person
  const made = await provider.createCustomer({ uid, email, generation: 0 })
  await keep(provider.name, person, made, (step) =>
    step.insert(customers).values({ uid, provider: provider.name, customerId: made, email }).onConflictDoNothing(),
  )
  return (await customerId(uid, provider.name)) ?? made
}

/**
 * Writes a customer that the provider has just made. Where the account was deleted meanwhile it is noted with
 * those of deleted accounts instead, so that whatever is paid there is ended.
 */
async function keep(
  name: Provider,
  person: Buyer,
  made: string,
  write: (step: Pick<Database, 'insert' | 'update'>) => PromiseLike<unknown>,
): Promise<void> {
  const db = await database()
  const deletedAt = await db.transaction(async (step) => {
    const gone = await holdAgainstDeletion(step, person)
    if (!gone) await write(step)
    else {
      const late = { provider: name, customerId: made, deletedAt: gone }
      await step.insert(deletedCustomers).values(late).onConflictDoNothing()
    }
    return gone
  })
  if (deletedAt) throw accountGone()
}

/**
 * Makes a new customer in the place of one that the provider no longer knows. What was stored of the
 * old one has ended with it. Of two calls at once the later finds what the earlier made.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile
 */
export async function replaceCustomer(provider: BillingProvider, person: Buyer, lost: string): Promise<string> {
  const { uid, email } = person
  const db = await database()
  const own = and(eq(customers.uid, uid), eq(customers.provider, provider.name))
  const [row] = await db.select().from(customers).where(own)
  if (!row) throw accountGone()
  if (row.customerId !== lost) return row.customerId
  await refresh(uid, provider.name, lost)
  const generation = row.generation + 1
  const made = await provider.createCustomer({ uid, email, generation })
  await keep(provider.name, person, made, (step) =>
    step
      .update(customers)
      .set({ customerId: made, generation, email })
      .where(and(own, eq(customers.customerId, lost))),
  )
  log().warn({ provider: provider.name, generation }, 'the provider had lost a customer, and has a new one')
  return (await customerId(uid, provider.name)) ?? made
}

/**
 * Tells the providers that know a person of their present address, where they were told another. Nobody waits for it:
 * one that fails is told the next time.
 */
export async function followEmail(uid: string, email: string | null): Promise<void> {
  if (!email) return
  const missed = (err: unknown) => log().warn({ err }, 'a provider may still write to an old address')
  try {
    const db = await database()
    const rows = await db.select().from(customers).where(eq(customers.uid, uid))
    const tell = async ({ customerId, provider }: (typeof rows)[number]) => {
      await (await billingProvider(provider)).changeEmail(customerId, email)
      await db
        .update(customers)
        .set({ email })
        .where(and(eq(customers.provider, provider), eq(customers.customerId, customerId)))
    }
    const untold = rows.filter((row) => row.email !== email && isSetUp(row.provider))
    // One that does not answer keeps no other from being told.
    await Promise.all(untold.map((row) => tell(row).catch(missed)))
  } catch (err) {
    missed(err)
  }
}

/** A person's customer at one provider, which can be asked. */
type Payer = { provider: BillingProvider; customerId: string }

/**
 * The person's customers at all providers that can still be asked; first comes that of the provider at which their
 * present plan was bought.
 */
export async function payers(uid: string): Promise<Payer[]> {
  const db = await database()
  const known = await db.select().from(customers).where(eq(customers.uid, uid))
  const [plan] = await subscriptionRows(uid)
  const inReach = known
    .filter((row) => isSetUp(row.provider))
    .toSorted((a, b) => Number(b.provider === plan?.store) - Number(a.provider === plan?.store))
  return Promise.all(
    inReach.map(async (row) => ({
      provider: await billingProvider(row.provider),
      customerId: row.customerId,
    })),
  )
}

/**
 * The person's customer at one provider: the wanted one, or the first of `payers`.
 * @throws ApiFailure `no-customer`
 */
export async function payingCustomer(uid: string, wanted?: Provider): Promise<Payer> {
  const chosen = (await payers(uid)).find(({ provider }) => !wanted || provider.name === wanted)
  if (!chosen) throw new ApiFailure('no-customer')
  return chosen
}
