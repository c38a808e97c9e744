import 'server-only'
import type { Invoices, PortalRequest } from '@/lib/contract/checkout'
import { ApiFailure } from '@/lib/server/http/errors'
import { ownOriginOf } from '@/lib/server/http/same-origin'
import { log } from '@/lib/server/observability/log'
import { billingCustomers, billingCustomer } from './customers'
import { knownCustomer } from './providers/ownership'
import { assertProviderConfigured, subscriptionRows } from './plan'
import { CustomerMissing } from './providers/provider'
import { awaitProvider, isRefusal } from './providers/calls'
import { assertReturnAddress } from './checkout'

/** The provider's own pages for cards and receipts. */
export async function portalAddress(
  uid: string,
  { returnUrl, provider: wanted }: PortalRequest,
): Promise<{ url: string }> {
  const [plan] = await subscriptionRows(uid)
  if (plan && !wanted) assertProviderConfigured(plan)
  const { provider, customerId } = await billingCustomer(uid, wanted)
  assertReturnAddress(returnUrl, ownOriginOf(returnUrl), provider.name)
  try {
    return { url: await awaitProvider(provider.portal(customerId, returnUrl)) }
  } catch (error) {
    if (error instanceof CustomerMissing) throw new ApiFailure('no-customer', { message: forgotten, cause: error })
    if (isRefusal(error)) {
      throw new ApiFailure('provider-refused', { message: noPage, cause: error, provider: provider.name })
    }
    throw error
  }
}

const noPage = 'The payment provider won’t open its page for you. Nothing has changed. Please write to us.'

const forgotten = 'The payment provider no longer has a record of you, so there’s nothing to show.'

/** Newest first. Providers that fail are named, and the call fails only if all do. */
export async function listInvoices(uid: string): Promise<Invoices> {
  const all = await billingCustomers(uid)
  const answers = await Promise.all(
    all.map(async ({ provider, customerId }) => {
      const { name } = provider
      try {
        const known = knownCustomer(name, customerId, uid)
        return { name, invoices: await awaitProvider(provider.invoices(customerId, known)), error: null }
      } catch (error) {
        return { name, invoices: [], error: { cause: error } }
      }
    }),
  )
  const failed = answers.filter(({ error }) => error !== null)
  if (failed[0]?.error && failed.length === answers.length) throw failed[0].error.cause
  for (const { error } of failed) log().error({ err: error?.cause }, 'invoices could not be read')
  const named = (some: typeof answers) => some.map(({ name }) => name)
  const elsewhere = named(answers.slice(1).filter(({ invoices }) => invoices.length > 0))
  const unread = named(failed.filter(({ error }) => !isRefusal(error?.cause)))
  const refused = named(failed.filter(({ error }) => isRefusal(error?.cause)))
  return {
    invoices: answers
      .flatMap(({ invoices }) => invoices)
      .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(unread.length > 0 && { unread }),
    ...(refused.length > 0 && { refused }),
  }
}
