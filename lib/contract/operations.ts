/** Answers for operators: health, background jobs and reconciling. */
import * as z from 'zod'
import { perProvider, planStatus, providers } from './plan'

const dependency = z.enum(['ok', 'off', 'down'])
export type DependencyState = z.infer<typeof dependency>

export const dependencies = z.object({
  database: dependency,
  cache: dependency,
  identity: dependency,
  ...perProvider(dependency),
  blog: dependency,
})

/** GET /api/health. `ending`: it still answers, but is shutting down. */
export const healthReport = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'ending']),
  mode: z.enum(['beta', 'prod', 'none']),
  ...dependencies.shape,
})
export type HealthReport = z.infer<typeof healthReport>

/** How often each background job runs, in hours. */
export const jobHours = { retention: 1, refunds: 1, reconcile: 24 } as const
export type JobName = keyof typeof jobHours

/** `jobs`: names of those that were due and ran. */
export type DueWork = { jobs: string[]; emails: 'sent' | 'off' }

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
