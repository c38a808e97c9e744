import 'server-only'
import type { Invoices, PortalRequest } from '@/lib/contract/checkout'
import { env } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { payers, payingCustomer } from './customers'
import { knownCustomer } from './providers/ownership'
import { subscriptionRows } from './plan'
import { CustomerMissing } from './providers/provider'
import { isRefusal } from './providers/outcomes'
import { withinDeadline } from './providers/timeouts'
import { assertReturnAddress } from './return-address'
import { assertInReach } from './unavailable-providers'

/**
 * The provider's own pages for cards and receipts: those of the plan that somebody has, or of the wanted one.
 * @throws ApiFailure `no-customer`, `not-configured`, `invalid-return-url`, `provider-refused`, `provider-unavailable`
 */
export async function portalAddress(
  uid: string,
  { returnUrl, provider: wanted }: PortalRequest,
): Promise<{ url: string }> {
  const [plan] = await subscriptionRows(uid)
  // The card of another provider, or that there is nothing to show, would be the wrong answer.
  if (plan && !wanted) assertInReach(plan)
  const { provider, customerId } = await payingCustomer(uid, wanted)
  assertReturnAddress(returnUrl, env().siteOrigin, provider.name)
  try {
    return { url: await withinDeadline(provider.portal(customerId, returnUrl)) }
  } catch (error) {
    if (error instanceof CustomerMissing) throw new ApiFailure('no-customer', { message: forgotten, cause: error })
    if (isRefusal(error)) {
      throw new ApiFailure('provider-refused', { message: noPage, cause: error, provider: provider.name })
    }
    throw error
  }
}

const noPage = 'The payment provider does not open its page for you. Nothing has changed. Please write to us.'

const forgotten = 'The payment provider has nothing about you any more, so there is nothing to show.'

/**
 * The person's invoices of all providers, newest first; none for somebody who never paid. Those of one that does not
 * answer are left out, and it is named.
 * @throws ApiFailure `provider-unavailable` or `provider-refused` where none has answered
 */
export async function listInvoices(uid: string): Promise<Invoices> {
  const asked = await payers(uid)
  const answers = await Promise.allSettled(
    asked.map(({ provider, customerId }) =>
      withinDeadline(provider.invoices(customerId, knownCustomer(provider.name, customerId, uid))),
    ),
  )
  const failed = answers.find((answer) => answer.status === 'rejected')
  const read = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null))
  if (failed && read.every((list) => list === null)) throw failed.reason
  const invoices = read.flatMap((list) => list ?? [])
  const names = asked.map(({ provider }) => provider.name)
  const elsewhere = names.filter((_, n) => n > 0 && (read[n]?.length ?? 0) > 0)
  const isRefused = answers.map((answer) => answer.status === 'rejected' && isRefusal(answer.reason))
  for (const answer of answers) {
    if (answer.status === 'rejected') log().error({ err: answer.reason as unknown }, 'invoices that could not be read')
  }
  const unread = names.filter((_, n) => read[n] === null && !isRefused[n])
  const refused = names.filter((_, n) => isRefused[n])
  return {
    invoices: invoices.toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(unread.length > 0 && { unread }),
    ...(refused.length > 0 && { refused }),
  }
}
