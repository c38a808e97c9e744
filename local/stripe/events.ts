/** Events, and the one webhook endpoint: the site. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { catalogueMade } from '@/local/vendors/catalogue'
import { type Desk, newId } from '@/local/vendors/context'
import type { Event } from './records'
import type { Wire } from './requests'

/** The version that the events' objects are written in: the one of the SDK that the product uses. */
const apiVersion = '2026-10-28.endive'

const keptEvents = 500

export const eventWire = (desk: Desk, event: Event) => ({
  id: event.id,
  object: 'event',
  api_version: apiVersion,
  created: event.created,
  data: { object: event.object },
  livemode: false,
  pending_webhooks: desk.webhooks.stateOf(event.id) === 'arrived' ? 0 : 1,
  request: { id: event.requestId, idempotency_key: null },
  type: event.type,
})

/** Notes that something happened and tells the site, with the object as it is now. Returns the event's id. */
export function emit(desk: Desk, type: string, object: object): string {
  const { events } = desk.state.stripe
  const event: Event = { id: newId('evt_'), type, created: desk.now(), object, requestId: null }
  events.push(event)
  events.splice(0, Math.max(0, events.length - keptEvents))
  desk.webhooks.send('stripe', event.id, JSON.stringify({ ...eventWire(desk, event), pending_webhooks: 1 }))
  return event.id
}

/** Stripe's signature of a message: a keyed hash of the second and the raw body. */
export function signature(body: string, secret: string, seconds: number): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

/** The one endpoint that the stand-in tells: the site's. */
export const webhookEndpointWire = ({ settings }: Desk) =>
  ({
    id: 'we_local',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: catalogueMade,
    description: 'The site that the stand-in belongs to.',
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: `${settings.siteOrigin}/api/stripe/webhook`,
  }) satisfies Wire<Stripe.WebhookEndpoint>
