import 'server-only'
import type { Invoice } from '@/lib/contract/checkout'
import { env } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { payingCustomer } from './customers'
import { CustomerMissing, withinDeadline } from './provider'
import { assertReturnAddress } from './return-address'

/**
 * The provider's own pages for cards and receipts.
 * @throws ApiFailure `no-customer`, `invalid-return-url`, `provider-unavailable`
 */
export async function portalAddress(uid: string, returnUrl: string): Promise<{ url: string }> {
  const { provider, customerId } = await payingCustomer(uid)
  assertReturnAddress(returnUrl, env().siteOrigin)
  try {
    return { url: await withinDeadline(provider.portal(customerId, returnUrl)) }
  } catch (error) {
    if (error instanceof CustomerMissing) throw new ApiFailure('no-customer', { message: forgotten, cause: error })
    throw error
  }
}

const forgotten = 'The payment provider has nothing about you any more, so there is nothing to show.'

/** The person's invoices, newest first; none for somebody who never paid. */
export async function listInvoices(uid: string): Promise<{ invoices: Invoice[] }> {
  const paying = await payingCustomer(uid).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'no-customer') return null
    throw error
  })
  if (!paying) return { invoices: [] }
  return { invoices: await withinDeadline(paying.provider.invoices(paying.customerId)) }
}
