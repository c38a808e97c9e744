import 'server-only'
import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
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

const unknownCustomer: KnownCustomer = { uid: null, boughtPrices: () => Promise.resolve(new Set()) }

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
  const sold = {
    stripe: stripe ? [...stripe.priceIds, ...stripe.formerPriceIds] : [],
    chargebee: chargebee ? [...chargebee.itemPriceIds, ...chargebee.formerItemPriceIds] : [],
  } satisfies Record<Provider, string[]>
  return priceId === null || !Object.values(sold).flat().includes(priceId)
}

const productCacheMs = 600_000

type Vendor<Found, Item> = {
  name: Provider
  /** Sold here now or formerly. */
  prices: string[]
  list: (customerId: string) => Promise<Found[]>
  idOf: (found: Found) => string
  itemsOf: (found: Found) => Item[]
  priceOf: (item: Item) => string
  /** Empty for an unknown price. */
  productOf: (price: string) => Promise<string>
  isBoughtHere?: (found: Found, known: KnownCustomer) => boolean
}

/** Recognises subscriptions of this site by the checkout's metadata, by prices sold here, or by their products. */
export function createOwnership<Found, Item>({ prices, idOf, itemsOf, priceOf, ...vendor }: Vendor<Found, Item>) {
  const onOffer = new Set(prices)
  const products = new LRUCache<string, string>({
    max: 1000,
    ttl: productCacheMs,
    perf: Date,
    fetchMethod: (price) => vendor.productOf(price),
  })
  const productsOf = (names: string[]) => Promise.all(names.map((name) => products.forceFetch(name)))

  async function soldItem(found: Found, { boughtPrices }: KnownCustomer): Promise<Item | undefined> {
    const items = itemsOf(found)
    const withPrice = (known: ReadonlySet<string>) => items.find((item) => known.has(priceOf(item)))
    const named = withPrice(onOffer)
    if (named || items.length === 0) return named
    const bought = withPrice(await boughtPrices())
    if (bought) return bought
    const [sold, own] = await Promise.all([productsOf(prices), productsOf(items.map(priceOf))])
    return items.find((_, place) => own[place] && sold.includes(own[place]))
  }

  async function ownItem(found: Found, known = unknownCustomer): Promise<Item | undefined> {
    const [first, ...others] = itemsOf(found)
    return others.length === 0 ? first : ((await soldItem(found, known)) ?? first)
  }

  async function divide(customerId: string, known = unknownCustomer) {
    const own: { found: Found; item: Item | undefined }[] = []
    const foreign: string[] = []
    for (const found of await vendor.list(customerId)) {
      const isOwn = vendor.isBoughtHere?.(found, known) ?? false
      const item = await (isOwn ? ownItem : soldItem)(found, known)
      if (isOwn || item) own.push({ found, item })
      else {
        foreign.push(idOf(found))
        logForeign(vendor.name, idOf(found), itemsOf(found).map(priceOf))
      }
    }
    return { own, foreign }
  }

  const ownIds = async (customerId: string, known?: KnownCustomer) =>
    new Set((await divide(customerId, known)).own.map(({ found }) => idOf(found)))

  return { divide, ownItem, ownIds }
}

const logged = new Set<string>()

/** Logs a subscription of another product once. */
function logForeign(store: Provider, subscription: string, prices: readonly string[]): void {
  const key = `${store} ${subscription}`
  if (logged.has(key)) return
  logged.add(key)
  log().info({ store, subscription, prices }, 'ignored a subscription that was not sold here')
}
