import 'server-only'
import { eq } from 'drizzle-orm'
import type { ConsentWording } from '@/lib/contract/consent'
import type { PlanOffer } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { consents, type checkouts } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion, type SignIn } from '@/lib/server/users/deletion-lock'

type Attempt = Pick<typeof checkouts.$inferSelect, 'id' | 'uid' | 'provider' | 'priceId' | 'trialDays'>

/** What a press agreed to: the offer as it will be charged, and the version of the words beside the button. */
export type Agreed = { offer: PlanOffer; wording: ConsentWording }

/** Stores the press that opened a payment page; the same one again adds nothing. */
export async function notePurchaseConsent(
  step: Pick<Database, 'insert'>,
  attempt: Attempt,
  customerId: string,
  { offer, wording }: Agreed,
  id = attempt.id,
): Promise<void> {
  const { uid, provider, priceId, trialDays } = attempt
  const { amount, currency, interval, taxBehavior } = offer
  const terms = { amount, currency, interval, trialDays, taxBehavior }
  await step
    .insert(consents)
    .values({ id, uid, kind: 'renewal', wordingVersion: wording, priceId, provider, customerId, ...terms })
    .onConflictDoNothing()
}

/**
 * A later press on the way to the same page, beside other words or another price: what it agreed to is stored as well,
 * once for each.
 * @throws ApiFailure `unauthenticated` when the account was deleted meanwhile
 */
export async function noteNewerWords(
  attempt: Attempt,
  signIn: SignIn,
  customerId: string,
  agreed: Agreed,
): Promise<void> {
  const db = await database()
  await db.transaction(async (step) => {
    if (await holdAgainstDeletion(step, signIn)) throw accountGone()
    const [first] = await step.select().from(consents).where(eq(consents.id, attempt.id))
    const { amount, currency, taxBehavior } = agreed.offer
    const isKnown =
      first?.wordingVersion === agreed.wording &&
      first.amount === amount &&
      first.currency === currency &&
      first.taxBehavior === taxBehavior
    if (isKnown) return
    const id = [attempt.id, agreed.wording, amount, currency, taxBehavior].join(' ')
    await notePurchaseConsent(step, attempt, customerId, agreed, id)
  })
}
