/** Events, and the one webhook endpoint: the site. */
import type { WebhookEndpoint } from 'chargebee'
import { type Desk, newId } from '@/local/vendors/context'
import { invoiceWire } from './invoice-wire'
import type { Event, Invoice, Subscription } from './records'
import { customerWire, subscriptionWire } from './wire'

const keptEvents = 500

/** Chargebee's version of a record: it grows with each change, and never twice the same. */
export function nextVersion(desk: Desk): number {
  const { chargebee } = desk.state
  chargebee.version = Math.max(chargebee.version + 1, desk.now() * 1000)
  return chargebee.version
}

const webhookStatus = { pending: 'scheduled', failed: 'failed', arrived: 'succeeded' } as const

export const eventWire = (desk: Desk, event: Event) => ({
  id: event.id,
  occurred_at: event.occurredAt,
  source: 'system',
  api_version: 'v2',
  content: event.content,
  event_type: event.type,
  webhook_status: webhookStatus[desk.webhooks.stateOf(event.id)],
})

/** Notes that something happened to a subscription and tells the site, with what it is about as it is now. */
export function emit(desk: Desk, type: string, subscription: Subscription, invoice?: Invoice): void {
  const customer = desk.state.chargebee.customers[subscription.customer]
  emitAbout(desk, type, {
    subscription: subscriptionWire(desk, subscription),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(desk, invoice) }),
  })
}

/** The same about anything else. */
export function emitAbout(desk: Desk, type: string, content: object): void {
  const { events } = desk.state.chargebee
  const event: Event = { id: newId('ev_', 20), type, occurredAt: desk.now(), content }
  events.push(event)
  events.splice(0, Math.max(0, events.length - keptEvents))
  desk.webhooks.send('chargebee', event.id, JSON.stringify({ ...eventWire(desk, event), webhook_status: 'scheduled' }))
}

/** The one endpoint that the stand-in tells: the site's. Its credentials are not told, as with Chargebee. */
export const webhookEndpointWire = ({ settings }: Desk) =>
  ({
    id: 'wh_local',
    name: 'The site that the stand-in belongs to',
    url: `${settings.siteOrigin}/api/chargebee/webhook`,
    send_card_resource: false,
    disabled: false,
    primary_url: true,
    api_version: 'v2',
    enabled_events: [],
  }) satisfies WebhookEndpoint
