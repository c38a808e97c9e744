import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import { hadTrial, markTrial } from '@/lib/server/users/address-marks'
import type { Database } from '@/lib/server/db/client'
import { customers, users } from '@/lib/server/db/schema'

/** Remembers a person's trial by the addresses that we and the provider have of them. */
export async function noteTrial(
  step: Pick<Database, 'insert' | 'select'>,
  uid: string,
  store: Provider,
): Promise<void> {
  const [person] = await step.select({ email: users.email }).from(users).where(eq(users.uid, uid))
  const [customer] = await step
    .select({ email: customers.email })
    .from(customers)
    .where(and(eq(customers.uid, uid), eq(customers.provider, store)))
  for (const email of new Set([person?.email, customer?.email])) if (email) await markTrial(step, email)
}

/** Says with a plan that has never run that no free trial applies, where another account had it. */
export async function withTrialUsed(plan: CurrentPlan, email: string | null): Promise<CurrentPlan> {
  const isFirst = !plan.subscription || plan.subscription.status === 'incomplete'
  return isFirst && (await hadTrial(email)) ? { ...plan, trialUsed: true } : plan
}
