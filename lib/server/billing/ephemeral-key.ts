import 'server-only'
import { env, type StripeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/errors'
import { ensureCustomer } from './customers'
import { billingProvider, withinDeadline } from './provider'
import { ask, stripeClient } from './stripe-client'

/**
 * Stripe's ephemeral-key object for the mobile app's SDK.
 * @param version of that SDK's API, such as 2020-08-27
 */
export async function ephemeralKey(person: { uid: string; email: string | null }, version: string): Promise<object> {
  const provider = await billingProvider('stripe')
  const settings = env().stripe
  if (!settings) throw new ApiFailure('unavailable')
  return withinDeadline(
    ensureCustomer(provider, person).then((customer) => stripeEphemeralKey(settings, customer, version)),
  )
}

/**
 * An ephemeral key for the mobile SDK, made for that SDK's own API version, not this server's.
 * @param apiVersion such as `2020-08-27`
 */
async function stripeEphemeralKey(settings: StripeEnv, customerId: string, apiVersion: string) {
  const stripe = stripeClient(settings)
  const { lastResponse: _, ...key } = await ask(stripe.ephemeralKeys.create({ customer: customerId }, { apiVersion }))
  return key
}
