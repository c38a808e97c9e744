/** Events, and the one webhook endpoint: the site. */
import type { WebhookEndpoint } from 'chargebee'
import { type Context, newId } from '@/local/vendors/context'
import { invoiceWire } from './invoice-wire'
import type { Event, Invoice, Subscription } from './records'
import { customerWire, subscriptionWire } from './wire'

const maxEvents = 500

/** Chargebee's `resource_version` grows with each change. */
export function nextVersion(context: Context): number {
  const { chargebee } = context.state
  chargebee.version = Math.max(chargebee.version + 1, context.now() * 1000)
  return chargebee.version
}

const webhookStatus = { pending: 'scheduled', failed: 'failed', arrived: 'succeeded' } as const

export const eventWire = (context: Context, event: Event) => ({
  id: event.id,
  occurred_at: event.occurredAt,
  source: 'system',
  api_version: 'v2',
  content: event.content,
  event_type: event.type,
  webhook_status: webhookStatus[context.webhooks.stateOf(event.id)],
})

/** Records an event about a subscription and sends it to the site. */
export function emit(context: Context, type: string, subscription: Subscription, invoice?: Invoice): void {
  const customer = context.state.chargebee.customers[subscription.customer]
  emitAbout(context, type, {
    subscription: subscriptionWire(context, subscription),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(context, invoice) }),
  })
}

export function emitAbout(context: Context, type: string, content: object): void {
  const { events } = context.state.chargebee
  const event: Event = { id: newId('ev_', 20), type, occurredAt: context.now(), content }
  events.push(event)
  events.splice(0, Math.max(0, events.length - maxEvents))
  context.webhooks.send(
    'chargebee',
    event.id,
    JSON.stringify({ ...eventWire(context, event), webhook_status: 'scheduled' }),
  )
}

export const webhookEndpointWire = ({ settings }: Context) =>
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
