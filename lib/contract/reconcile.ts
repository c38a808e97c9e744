import * as z from 'zod'
import { planStatus, price, providers } from './plan'

/** `events`: only customers with possibly lost webhooks. `all`: these first, then all others. */
export const reconcileScope = z.enum(['all', 'events'])
export type ReconcileScope = z.infer<typeof reconcileScope>

const planState = z.object({
  subscription: z.string(),
  status: planStatus,
  isUnSubscribed: z.boolean(),
  access: z.boolean(),
  currentPeriodEnd: z.string().nullable(),
  price: price.nullable(),
})
export type ReconciledPlan = z.infer<typeof planState>

const change = z.object({ before: planState.nullable(), after: planState })
export type Change = z.infer<typeof change>

const changed = change.extend({ store: providers, customer: z.string(), others: z.array(change).optional() })

/** `amount` is in the minor unit, 0 if nothing was paid. */
const paidBack = z.object({
  store: providers,
  customer: z.string(),
  paidBack: z.object({ subscription: z.string(), amount: z.number().int(), currency: z.string().nullable() }),
})

/** Without a customer, the whole provider failed. */
const failed = z.object({ store: providers, customer: z.string().nullable(), error: z.string() })

const summary = z.object({
  checked: z.number().int(),
  changed: z.number().int(),
  failed: z.number().int(),
})
export type ReconcileSummary = z.infer<typeof summary>

/** The type of an answer with a line for each change. */
export const jsonLines = 'application/x-ndjson'

export const reconcileLine = z.union([changed, paidBack, failed, summary])
export type ReconcileLine = z.infer<typeof reconcileLine>
