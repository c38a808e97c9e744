import 'server-only'
import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { database } from '@/lib/server/db/client'
import { consents } from '@/lib/server/db/schema'
import { log } from '@/lib/server/observability/log'

/** Tells this site's subscriptions from those of other products. */
export type OwnershipEvidence = {
  uid: string | null
  /** Prices that this customer opened our checkout for. Read only if settings and metadata do not decide. */
  boughtPrices: () => Promise<ReadonlySet<string>>
}

const noEvidence: OwnershipEvidence = { uid: null, boughtPrices: () => Promise.resolve(new Set()) }

/** Consents outlive the account under the customer's id. */
export function ownershipEvidence(store: Provider, customerId: string, uid: string | null): OwnershipEvidence {
  const readPrices = async () => {
    const db = await database()
    const rows = await db
      .selectDistinct({ priceId: consents.priceId })
      .from(consents)
      .where(and(eq(consents.provider, store), eq(consents.customerId, customerId), eq(consents.kind, 'renewal')))
    return new Set(rows.map(({ priceId }) => priceId))
  }
  let pricesPromise: Promise<ReadonlySet<string>> | undefined
  return { uid, boughtPrices: () => (pricesPromise ??= readPrices()) }
}

/** Whether a stored plan's price is in no setting. */
export function mayBeForeign({ priceId }: { priceId: string | null }): boolean {
  const { stripe, chargebee } = env()
  const soldPrices = {
    stripe: stripe ? [...stripe.priceIds, ...stripe.formerPriceIds] : [],
    chargebee: chargebee ? [...chargebee.itemPriceIds, ...chargebee.formerItemPriceIds] : [],
  } satisfies Record<Provider, string[]>
  return priceId === null || !Object.values(soldPrices).flat().includes(priceId)
}

const productCacheMs = 600_000

type VendorReader<Entry, Item> = {
  name: Provider
  /** Sold here now or formerly. */
  prices: string[]
  list: (customerId: string) => Promise<Entry[]>
  idOf: (entry: Entry) => string
  itemsOf: (entry: Entry) => Item[]
  priceOf: (item: Item) => string
  /** Empty for an unknown price. */
  productOf: (price: string) => Promise<string>
  isBoughtHere?: (entry: Entry, evidence: OwnershipEvidence) => boolean
}

/** Recognises subscriptions of this site by the checkout's metadata, by prices sold here, or by their products. */
export function createOwnership<Entry, Item>({ prices, idOf, itemsOf, priceOf, ...vendor }: VendorReader<Entry, Item>) {
  const soldPrices = new Set(prices)
  const products = new LRUCache<string, string>({
    max: 1000,
    ttl: productCacheMs,
    perf: Date,
    fetchMethod: (price) => vendor.productOf(price),
  })
  const productsOf = (names: string[]) => Promise.all(names.map((name) => products.forceFetch(name)))

  async function soldItem(entry: Entry, { boughtPrices }: OwnershipEvidence): Promise<Item | undefined> {
    const items = itemsOf(entry)
    const withPrice = (priceIds: ReadonlySet<string>) => items.find((item) => priceIds.has(priceOf(item)))
    const itemOnOffer = withPrice(soldPrices)
    if (itemOnOffer || items.length === 0) return itemOnOffer
    const boughtItem = withPrice(await boughtPrices())
    if (boughtItem) return boughtItem
    const [soldProducts, own] = await Promise.all([productsOf(prices), productsOf(items.map(priceOf))])
    return items.find((_, index) => own[index] && soldProducts.includes(own[index]))
  }

  async function ownItem(entry: Entry, evidence = noEvidence): Promise<Item | undefined> {
    const [first, ...others] = itemsOf(entry)
    return others.length === 0 ? first : ((await soldItem(entry, evidence)) ?? first)
  }

  async function splitByOwner(customerId: string, evidence = noEvidence) {
    const own: { entry: Entry; item: Item | undefined }[] = []
    const foreign: string[] = []
    for (const entry of await vendor.list(customerId)) {
      const isOwn = vendor.isBoughtHere?.(entry, evidence) ?? false
      const item = await (isOwn ? ownItem : soldItem)(entry, evidence)
      if (isOwn || item) own.push({ entry, item })
      else {
        foreign.push(idOf(entry))
        logForeign(vendor.name, idOf(entry), itemsOf(entry).map(priceOf))
      }
    }
    return { own, foreign }
  }

  const ownIds = async (customerId: string, evidence?: OwnershipEvidence) =>
    new Set((await splitByOwner(customerId, evidence)).own.map(({ entry }) => idOf(entry)))

  return { splitByOwner, ownItem, ownIds }
}

const loggedKeys = new Set<string>()

/** Logs a subscription of another product once. */
function logForeign(store: Provider, subscription: string, prices: readonly string[]): void {
  const key = `${store} ${subscription}`
  if (loggedKeys.has(key)) return
  loggedKeys.add(key)
  log().info({ store, subscription, prices }, 'ignored a subscription that was not sold here')
}
