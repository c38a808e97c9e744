/** Events, and the one webhook endpoint: the site. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type Context, newId } from '@/local/vendors/context'
import type { Event } from './records'
import type { Wire } from './requests'

/** The version of the SDK that the product uses. */
const apiVersion = '2026-10-28.endive'

const maxEvents = 500

const eventWire = ({ id, created, object, type }: Event, pending: 0 | 1) => ({
  id,
  object: 'event',
  api_version: apiVersion,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: pending,
  type,
})

/** Records an event and sends it to the site. Returns the event's id. */
export function emit(context: Context, type: string, object: object): string {
  const { events } = context.state.stripe
  const event: Event = { id: newId('evt_'), type, created: context.now(), object }
  events.push(event)
  events.splice(0, Math.max(0, events.length - maxEvents))
  context.webhooks.send('stripe', event.id, JSON.stringify(eventWire(event, 1)))
  return event.id
}

/** Newest first. */
export const listEvents = (context: Context, { delivery_success: isDelivered }: Stripe.EventListParams): object[] =>
  context.state.stripe.events
    .map((event) => eventWire(event, context.webhooks.stateOf(event.id) === 'arrived' ? 0 : 1))
    .filter((event) => isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered)
    .toReversed()

export function signature(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

export const webhookEndpointWire = ({ settings }: Context) =>
  ({
    id: 'we_local',
    object: 'webhook_endpoint',
    enabled_events: ['*'],
    status: 'enabled',
    url: `${settings.siteOrigin}/api/stripe/webhook`,
  }) satisfies Wire<Stripe.WebhookEndpoint>
