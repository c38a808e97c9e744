import 'server-only'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { bodyLimit, parseObject, readBody } from '@/lib/server/http/body'
import { assertAnswering } from '@/lib/server/db/client'
import { ApiFailure } from '@/lib/server/http/errors'
import { log } from '@/lib/server/observability/log'
import { countWebhook } from '@/lib/server/observability/metrics'
import { chargebeeEventCustomer, checkChargebeeCredentials } from './providers/chargebee/event'
import { isRefusal } from './providers/outcomes'
import { inCustomersTurn } from './customer-queue'
import { stripeEventCustomer } from './providers/stripe/event'
import { syncCustomer } from './sync'

const received = { received: true }

/** Rings for the customer of a message, if it has one, and counts what came of it. */
async function ring(provider: Provider, read: () => Promise<string | null>): Promise<object> {
  try {
    const customer = await read()
    if (customer) {
      await inCustomersTurn(`${provider} ${customer}`, async () => {
        await assertAnswering()
        await syncCustomer(provider, customer)
      })
    }
    countWebhook(provider, customer ? 'accepted' : 'ignored')
    return received
  } catch (error) {
    if (isRefusal(error)) {
      // Sent again, the message would be refused again.
      log().error({ provider, err: error }, 'a message is accepted, though its provider refuses what follows from it')
      countWebhook(provider, 'refused')
      return received
    }
    countWebhook(provider, error instanceof ApiFailure && error.status < 500 ? 'refused' : 'failed')
    throw error
  }
}

/**
 * A message of Stripe: checked against the raw bytes, then only its customer is taken out of it and
 * the provider is asked for the truth. The answer goes out after the write; a failure answers 5xx,
 * so that the provider sends it again.
 * @throws ApiFailure `bad-signature`, `too-large`
 */
export function stripeMessage(request: Request): Promise<object> {
  return ring('stripe', async () => {
    const settings = env().stripe
    if (!settings) throw new ApiFailure('unavailable')
    const raw = await readBody(request, bodyLimit.webhook)
    return stripeEventCustomer(settings, raw, request.headers.get('stripe-signature'))
  })
}

/**
 * The same for Chargebee, which signs nothing: basic credentials say who speaks, and nothing of the
 * body but the customer's id is used.
 * @throws ApiFailure `bad-credentials`, `too-large`, `invalid-request`
 */
export function chargebeeMessage(request: Request): Promise<object> {
  return ring('chargebee', async () => {
    const settings = env().chargebee
    if (!settings) throw new ApiFailure('unavailable')
    checkChargebeeCredentials(settings, request.headers.get('authorization'))
    return chargebeeEventCustomer(parseObject(await readBody(request, bodyLimit.webhook)))
  })
}
