import 'server-only'
import { env } from '@/lib/env'
import { bodyLimit, parseObject, readBody } from '@/lib/server/body'
import { ApiFailure } from '@/lib/server/errors'
import { chargebeeEventCustomer, checkChargebeeCredentials } from './chargebee-event'
import { stripeEventCustomer } from './stripe-event'
import { syncCustomer } from './sync'

const received = { received: true }

/**
 * A message of Stripe: checked against the raw bytes, then only its customer is taken out of it and
 * the provider is asked for the truth. The answer goes out after the write; a failure answers 5xx,
 * so that the provider sends it again.
 * @throws ApiFailure `bad-signature`, `too-large`
 */
export async function stripeMessage(request: Request): Promise<object> {
  const settings = env().stripe
  if (!settings) throw new ApiFailure('unavailable')
  const raw = await readBody(request, bodyLimit.webhook)
  const customer = stripeEventCustomer(settings, raw, request.headers.get('stripe-signature'))
  if (customer) await syncCustomer('stripe', customer)
  return received
}

/**
 * The same for Chargebee, which signs nothing: basic credentials say who speaks, and nothing of the
 * body but the customer's id is used.
 * @throws ApiFailure `bad-credentials`, `too-large`, `invalid-request`
 */
export async function chargebeeMessage(request: Request): Promise<object> {
  const settings = env().chargebee
  if (!settings) throw new ApiFailure('unavailable')
  checkChargebeeCredentials(settings, request.headers.get('authorization'))
  const customer = chargebeeEventCustomer(parseObject(await readBody(request, bodyLimit.webhook)))
  if (customer) await syncCustomer('chargebee', customer)
  return received
}
