import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { consents } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'

/** Tells this site's subscriptions from those of other products. */
export type KnownCustomer = {
  uid: string | null
  /** Prices that this customer opened our checkout for. Read only if settings and metadata do not decide. */
  boughtPrices: () => Promise<ReadonlySet<string>>
}

export const unknownCustomer: KnownCustomer = { uid: null, boughtPrices: () => Promise.resolve(new Set()) }

/** Consents outlive the account under the customer's id. */
export function knownCustomer(store: Provider, customerId: string, uid: string | null): KnownCustomer {
  const read = async () => {
    const db = await database()
    const rows = await db
      .selectDistinct({ priceId: consents.priceId })
      .from(consents)
      .where(and(eq(consents.provider, store), eq(consents.customerId, customerId), eq(consents.kind, 'renewal')))
    return new Set(rows.map(({ priceId }) => priceId))
  }
  let reading: Promise<ReadonlySet<string>> | undefined
  return { uid, boughtPrices: () => (reading ??= read()) }
}

/** Whether a stored plan's price is in no setting. */
export function mayBeForeign({ priceId }: { priceId: string | null }): boolean {
  const { stripe, chargebee } = env()
  const sold = [
    ...(stripe ? [...stripe.priceIds, ...stripe.formerPriceIds] : []),
    ...(chargebee ? [...chargebee.itemPriceIds, ...chargebee.formerItemPriceIds] : []),
  ]
  return priceId === null || !sold.includes(priceId)
}

const productCacheMs = 600_000

export function cached<T>(look: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const entries = new Map<string, { answer: Promise<T>; until: number }>()
  return (id) => {
    const known = entries.get(id)
    if (known && known.until > Date.now()) return known.answer
    const entry = { answer: look(id), until: Date.now() + productCacheMs }
    entries.set(id, entry)
    entry.answer.catch(() => entries.get(id) === entry && entries.delete(id))
    return entry.answer
  }
}

const logged = new Set<string>()

/** Logs a subscription of another product once. */
export function logForeign(store: Provider, subscription: string, prices: readonly string[]): void {
  const key = `${store} ${subscription}`
  if (logged.has(key)) return
  logged.add(key)
  log().info({ store, subscription, prices }, 'ignored a subscription that was not sold here')
}
