import 'server-only'
import type { Change, Standing } from '@/lib/contract/reconcile'
import type { Provider } from '@/lib/contract/plan'
import { kindOf } from './change-kinds'
import { toPlan, type SubscriptionRow } from './plan'
import type { ProviderSubscription } from './providers/provider'

function storedStanding(row: SubscriptionRow): Standing {
  const { isUnSubscribed, subscription } = toPlan(row)
  if (!subscription) throw new TypeError('a row is always a plan')
  const { id, status, currentPeriodEnd, price } = subscription
  return { subscription: id, status, isUnSubscribed, access: row.access, currentPeriodEnd, price }
}

/** A plan as its provider tells it, where nothing of it is stored. */
export const toldStanding = (told: ProviderSubscription): Standing => ({
  subscription: told.id,
  status: told.status,
  isUnSubscribed: told.isUnSubscribed,
  access: told.access,
  currentPeriodEnd: told.currentPeriodEnd?.toISOString() ?? null,
  price: told.price,
})

/**
 * What is different of the plans of one customer, the one that counts first.
 * @param before all rows of the person, as `subscriptionRows` has them; `after` the same
 */
export function changesBetween(
  before: SubscriptionRow[],
  after: SubscriptionRow[],
  store: Provider,
  customer: string,
): Change[] {
  return after
    .filter((row) => row.store === store && row.customerId === customer)
    .map((row) => ({ row, was: before.find((one) => one.store === store && one.id === row.id) ?? null }))
    .filter(({ row, was }) => kindOf(was, row) !== null)
    .map(({ row, was }) => ({ before: was && storedStanding(was), after: storedStanding(row) }))
}
