import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ConsentWording } from '@/lib/contract/consent'
import type { PlanOffer } from '@/lib/contract/plan'
import { database, type Database } from '@/lib/server/db/client'
import { consents, type checkouts } from '@/lib/server/db/schema'
import { accountGone, holdAgainstDeletion, type SignIn } from '@/lib/server/deletion'

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
 * A later press on the way to the same page, beside other words: they are stored as well, once for each version.
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
    const [known] = await step
      .select({ id: consents.id })
      .from(consents)
      .where(and(eq(consents.id, attempt.id), eq(consents.wordingVersion, agreed.wording)))
    if (!known) await notePurchaseConsent(step, attempt, customerId, agreed, `${attempt.id} ${agreed.wording}`)
  })
}
