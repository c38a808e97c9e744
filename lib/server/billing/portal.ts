import 'server-only'
import type { Invoices, PortalRequest } from '@/lib/contract/checkout'
import type { Provider } from '@/lib/contract/plan'
import { ownOriginOf } from '@/lib/env'
import { localeOf } from '@/lib/server/email/plan-emails'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { billingCustomers } from './customers'
import { assertProviderConfigured, subscriptionRows } from './plan'
import { isProviderRefusal, CustomerMissing } from './providers/provider'
import { assertReturnAddress } from './checkout'

/** The provider's own pages for cards and receipts. */
export async function openPortal(
  uid: string,
  { returnUrl, provider: requestedProvider }: PortalRequest,
): Promise<{ url: string }> {
  const [plan] = await subscriptionRows(uid)
  if (plan && !requestedProvider) assertProviderConfigured(plan)
  const customers = await billingCustomers(uid)
  const customer = customers.find(({ provider }) => !requestedProvider || provider.name === requestedProvider)
  if (!customer) throw new ApiFailure('no-customer')
  const { provider, customerId } = customer
  assertReturnAddress(returnUrl, ownOriginOf(returnUrl), provider.name)
  try {
    return { url: await provider.portal(customerId, returnUrl, await localeOf(uid)) }
  } catch (error) {
    if (error instanceof CustomerMissing)
      throw new ApiFailure('no-customer', { detail: 'customerMissing', cause: error })
    if (isProviderRefusal(error)) {
      throw new ApiFailure('provider-refused', { detail: 'noPortal', cause: error, provider: provider.name })
    }
    throw error
  }
}

const maxInvoices = 24

/** Newest first. Providers that fail are named, and the call fails only if all do. */
export async function listInvoices(uid: string): Promise<Invoices> {
  const [customers, rows] = await Promise.all([billingCustomers(uid), subscriptionRows(uid)])
  const results = await Promise.all(
    customers.map(async ({ provider, customerId }) => {
      const { name } = provider
      const planIds = rows.filter(({ store }) => store === name).map(({ id }) => id)
      try {
        const found = planIds.length > 0 ? await provider.invoices(customerId, planIds) : []
        return { name, invoices: found.slice(0, maxInvoices).map(({ invoice }) => invoice) }
      } catch (error) {
        return { name, invoices: [], failure: { error } }
      }
    }),
  )
  const failed = results.flatMap(({ name, failure }) => (failure ? [{ name, ...failure }] : []))
  if (failed[0] && failed.length === results.length) throw failed[0].error
  for (const { error } of failed) log().error({ err: error }, 'invoices could not be read')
  const namesOf = (list: { name: Provider }[]) => list.map(({ name }) => name)
  const elsewhere = namesOf(results.slice(1).filter(({ invoices }) => invoices.length > 0))
  const unread = namesOf(failed.filter(({ error }) => !isProviderRefusal(error)))
  const refused = namesOf(failed.filter(({ error }) => isProviderRefusal(error)))
  return {
    invoices: results
      .flatMap(({ invoices }) => invoices)
      .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date)),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(unread.length > 0 && { unread }),
    ...(refused.length > 0 && { refused }),
  }
}
