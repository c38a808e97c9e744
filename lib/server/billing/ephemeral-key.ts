import 'server-only'
import { env } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { ensureCustomer, recreateCustomer, type Buyer } from './customers'
import { billingProvider } from './providers/registry'
import { awaitProvider, CustomerMissing } from './providers/provider'
import { translateCustomerErrors, stripeClient } from './providers/stripe/client'

/** For the mobile app's SDK. @param apiVersion of that SDK, such as 2020-08-27 */
export async function ephemeralKey(buyer: Buyer, apiVersion: string): Promise<object> {
  if (buyer.isGuest) throw new ApiFailure('forbidden', { detail: 'guestKey' })
  const provider = await billingProvider('stripe')
  const settings = env().stripe
  if (!settings) throw new ApiFailure('unavailable')
  const create = async (customer: string) => {
    const created = stripeClient(settings).ephemeralKeys.create({ customer }, { apiVersion })
    const { lastResponse: _, ...key } = await translateCustomerErrors(created)
    return key
  }
  const createForBuyer = async () => {
    const customer = await ensureCustomer(provider, buyer)
    try {
      return await create(customer)
    } catch (error) {
      if (!(error instanceof CustomerMissing)) throw error
      return create(await recreateCustomer(provider, buyer, customer))
    }
  }
  return awaitProvider(createForBuyer())
}
