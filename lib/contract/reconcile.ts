import * as z from 'zod'
import { planStatus, price, provider } from './plan'

/** `events`: only customers of messages that may not have reached us; `all`: these first, then everybody. */
export const reconcileScope = z.enum(['all', 'events'])
export type ReconcileScope = z.infer<typeof reconcileScope>

/** How a plan stood before or after. `isUnSubscribed`: it will not renew; the time is ISO 8601 in UTC. */
const standing = z.object({
  subscription: z.string(),
  status: planStatus,
  isUnSubscribed: z.boolean(),
  access: z.boolean(),
  currentPeriodEnd: z.string().nullable(),
  price: price.nullable(),
})
export type Standing = z.infer<typeof standing>

const change = z.object({ before: standing.nullable(), after: standing })
export type Change = z.infer<typeof change>

/** A customer of whom something else was stored than is true: the plan that counts, and others that changed. */
const changed = change.extend({ store: provider, customer: z.string(), others: z.array(change).optional() })

/** A second payment that was to be paid back: `amount` is in the currency's minor unit, 0 where nothing was paid. */
const paidBack = z.object({
  store: provider,
  customer: z.string(),
  paidBack: z.object({ subscription: z.string(), amount: z.number().int(), currency: z.string().nullable() }),
})

/** Something that could not be read; without a customer it is about a provider as a whole. */
const failed = z.object({ store: provider, customer: z.string().nullable(), error: z.string() })

/** The last line: customers that were read, findings that were written or paid back, what could not be read. */
const summary = z.object({
  checked: z.number().int(),
  changed: z.number().int(),
  failed: z.number().int(),
})
export type ReconcileSummary = z.infer<typeof summary>

/** A line of what POST /api/billing/reconcile answers. */
export const reconcileLine = z.union([changed, paidBack, failed, summary])
export type ReconcileLine = z.infer<typeof reconcileLine>
