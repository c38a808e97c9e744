/** Events, and the one webhook endpoint: the site. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { catalogueCreatedAt } from '@/local/vendors/catalogue'
import { type Context, newId } from '@/local/vendors/context'
import type { Event } from './records'
import type { Wire } from './requests'

/** The version of the SDK that the product uses. */
const apiVersion = '2026-10-28.endive'

const maxEvents = 500

export const eventWire = (context: Context, event: Event) => ({
  id: event.id,
  object: 'event',
  api_version: apiVersion,
  created: event.created,
  data: { object: event.object },
  livemode: false,
  pending_webhooks: context.webhooks.stateOf(event.id) === 'arrived' ? 0 : 1,
  request: { id: event.requestId, idempotency_key: null },
  type: event.type,
})

/** Records an event and sends it to the site. Returns the event's id. */
export function emit(context: Context, type: string, object: object): string {
  const { events } = context.state.stripe
  const event: Event = { id: newId('evt_'), type, created: context.now(), object, requestId: null }
  events.push(event)
  events.splice(0, Math.max(0, events.length - maxEvents))
  context.webhooks.send('stripe', event.id, JSON.stringify({ ...eventWire(context, event), pending_webhooks: 1 }))
  return event.id
}

export function signature(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

export const webhookEndpointWire = ({ settings }: Context) =>
  ({
    id: 'we_local',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: catalogueCreatedAt,
    description: 'The site that the stand-in belongs to.',
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: `${settings.siteOrigin}/api/stripe/webhook`,
  }) satisfies Wire<Stripe.WebhookEndpoint>
