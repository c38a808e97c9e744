import 'server-only'
import { env, type StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { ensureCustomer, replaceCustomer, type Buyer } from './customers'
import { billingProvider } from './providers/registry'
import { CustomerMissing, type BillingProvider } from './providers/provider'
import { withinDeadline } from './providers/timeouts'
import { askOfCustomer, stripeClient } from './providers/stripe/client'

const forGuests =
  'You are here as a guest, and cards of a guest would be lost with this device. Please make an account first; ' +
  'what you have here comes with you.'

/**
 * Stripe's ephemeral-key object for the mobile app's SDK.
 * @param version of that SDK's API, such as 2020-08-27
 * @throws ApiFailure `forbidden` for a guest
 */
export async function ephemeralKey(person: Buyer, version: string): Promise<object> {
  if (person.isGuest) throw new ApiFailure('forbidden', { message: forGuests })
  const provider = await billingProvider('stripe')
  const settings = env().stripe
  if (!settings) throw new ApiFailure('unavailable')
  return withinDeadline(keyOf(provider, settings, person, version))
}

async function keyOf(provider: BillingProvider, settings: StripeEnv, person: Buyer, version: string) {
  const customer = await ensureCustomer(provider, person)
  try {
    return await stripeEphemeralKey(settings, customer, version)
  } catch (error) {
    if (!(error instanceof CustomerMissing)) throw error
    return stripeEphemeralKey(settings, await replaceCustomer(provider, person, customer), version)
  }
}

/**
 * An ephemeral key for the mobile SDK, made for that SDK's own API version, not this server's.
 * @param apiVersion such as `2020-08-27`
 */
async function stripeEphemeralKey(settings: StripeEnv, customerId: string, apiVersion: string) {
  const stripe = stripeClient(settings)
  const made = stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion })
  const { lastResponse: _, ...key } = await askOfCustomer(made)
  return key
}
