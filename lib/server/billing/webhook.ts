/** Verifies webhooks. They only say which customer to sync. */
import 'server-only'
import type { Provider } from '@/lib/contract/plan'
import { env, type ChargebeeEnv, type StripeEnv } from '@/lib/env'
import { processState } from '@/lib/server/process-state'
import { assertDatabaseAnswers } from '@/lib/server/db/client'
import { bodyLimit, parseJsonBody, readBody } from '@/lib/server/http/request'
import { ApiFailure } from '@/lib/server/http/errors'
import { assertSecret } from '@/lib/server/http/secret'
import { log } from '@/lib/server/observability/log'
import { countWebhook } from '@/lib/server/observability/metrics'
import { chargebeeEventCustomer } from './providers/chargebee/chargebee'
import { isProviderRefusal } from './providers/provider'
import { stripeClient } from './providers/stripe/client'
import { customerOfEvent } from './providers/stripe/stripe'
import { syncCustomer } from './sync'

const received = { received: true }

/** Answers after the sync. After a failure (5xx) the provider sends the message again. */
async function receiveEvent(provider: Provider, readCustomer: () => Promise<string | null>): Promise<object> {
  try {
    const customer = await readCustomer()
    if (customer) {
      await queueForCustomer(`${provider} ${customer}`, async () => {
        await assertDatabaseAnswers()
        await syncCustomer(provider, customer)
      })
    }
    countWebhook(provider, customer ? 'accepted' : 'ignored')
    return received
  } catch (error) {
    if (isProviderRefusal(error)) {
      // A retry would be refused too.
      log().error({ provider, err: error }, 'webhook accepted, but the provider refuses the sync')
      countWebhook(provider, 'provider-refused')
      return received
    }
    countWebhook(provider, error instanceof ApiFailure && error.status < 500 ? 'refused' : 'failed')
    throw error
  }
}

/** @throws ApiFailure `bad-signature`, `too-large`, `invalid-request` */
export function handleStripeWebhook(request: Request): Promise<object> {
  return receiveEvent('stripe', async () => {
    const settings = env().stripe
    if (!settings) throw new ApiFailure('unavailable')
    const raw = await readBody(request, bodyLimit.webhook)
    return stripeEventCustomer(settings, raw, request.headers.get('stripe-signature'))
  })
}

/** @throws ApiFailure `bad-credentials`, `too-large`, `invalid-request` */
export function handleChargebeeWebhook(request: Request): Promise<object> {
  return receiveEvent('chargebee', async () => {
    const settings = env().chargebee
    if (!settings) throw new ApiFailure('unavailable')
    assertChargebeeCredentials(settings, request.headers.get('authorization'))
    return chargebeeEventCustomer(parseJsonBody(await readBody(request, bodyLimit.webhook)))
  })
}

/** Null if the event is irrelevant. Parsed here, because the SDK refuses events of Stripe's v2 API. */
export function stripeEventCustomer(settings: StripeEnv, raw: Buffer, signature: string | null): string | null {
  // A string, because the SDK would drop a byte order mark from bytes.
  const message = raw.toString()
  try {
    const { signature: verifier } = stripeClient(settings).webhooks
    if (!verifier) throw new Error('the SDK cannot check signatures')
    verifier.verifyHeader(message, signature ?? '', settings.webhookSecret, 300)
  } catch (cause) {
    throw new ApiFailure('bad-signature', { cause })
  }
  try {
    return customerOfEvent(JSON.parse(message))
  } catch (cause) {
    throw new ApiFailure('invalid-request', { cause })
  }
}

/** Chargebee does not sign. It sends basic credentials, with the scheme in any case. */
function assertChargebeeCredentials(settings: ChargebeeEnv, authorization: string | null): void {
  const expected = Buffer.from(`${settings.webhookUser}:${settings.webhookPassword}`).toString('base64')
  const credentials = authorization && /^basic /i.test(authorization) ? authorization.replace(/^basic /i, '') : null
  assertSecret('chargebee', credentials, expected)
}

type Queue = { current: Promise<unknown>; next?: Promise<unknown> }

/** Runs one task per customer at a time. Calls made meanwhile share one further run. */
export function queueForCustomer(key: string, run: () => Promise<unknown>): Promise<unknown> {
  const queues = processState('customer-queue', () => new Map<string, Queue>())
  const begin = () => {
    const current = run().finally(() => {
      if (!started.next) queues.delete(key)
    })
    const started: Queue = { current }
    queues.set(key, started)
    return current
  }
  const queue = queues.get(key)
  return queue ? (queue.next ??= queue.current.then(begin, begin)) : begin()
}
