import * as z from 'zod'
import { planStatus, providers } from './plan'

/** `events`: only customers with possibly lost webhooks. `all`: these first, then all others. */
export const reconcileScope = z.enum(['all', 'events'])
export type ReconcileScope = z.infer<typeof reconcileScope>

/** `kind` as in the table `plan_changes`, such as `begun` or `ended`; the rest is the state that is stored now. */
const reconciledPlan = z.object({ subscription: z.string(), kind: z.string(), status: planStatus, access: z.boolean() })
export type ReconciledPlan = z.infer<typeof reconciledPlan>

const changed = z.object({ store: providers, customer: z.string(), plans: z.array(reconciledPlan) })

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

/** The type of an answer with a line for each customer with changes. */
export const jsonLines = 'application/x-ndjson'

export const reconcileLine = z.union([changed, paidBack, failed, summary])
export type ReconcileLine = z.infer<typeof reconcileLine>
