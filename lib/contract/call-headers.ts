/** Optional headers of calls. A malformed one is refused, because ignoring it could change what the caller agreed to. */
import * as z from 'zod'
import { checkoutUiHeader, consentHeader, fillHeader, shownTermsHeader } from '@/lib/site'
import { checkoutUi } from './checkout'
import { consentWording, consentWordings, shownTermsPattern, type ConsentWording, type ShownTerms } from './plan-words'

const wording = z.enum(Object.keys(consentWordings) as [ConsentWording]).default(consentWording)

const shownTerms = z
  .string()
  .regex(shownTermsPattern)
  .transform((text): ShownTerms => {
    const [amount, currency = '', trialDays] = text.split(' ')
    return { amount: Number(amount), currency, trialDays: Number(trialDays) }
  })

export const consentHeaders = z.object({ [consentHeader]: wording })

/** Clients that show no terms, such as the mobile app, leave them out. */
export const checkoutHeaders = consentHeaders.extend({
  [shownTermsHeader]: shownTerms.optional(),
  [checkoutUiHeader]: checkoutUi.default('hosted'),
})

/** `shown`: the terms beside the button that was pressed. */
export const checkoutOptions = checkoutHeaders.transform((headers) => ({
  wording: headers[consentHeader],
  shown: headers[shownTermsHeader] ?? null,
  ui: headers[checkoutUiHeader],
}))
export type CheckoutOptions = z.infer<typeof checkoutOptions>

export const fillHeaders = z.object({ [fillHeader]: z.enum(['1', 'true']).optional() })
