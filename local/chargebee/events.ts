/** Events, and the one webhook endpoint: the site. */
import type { WebhookEndpoint } from 'chargebee'
import { type Context, newId } from '@/local/vendors/context'
import type { Event } from './records'
import { matches, paged, type Filter, type Listing } from './requests'

const maxEvents = 500

/** Chargebee's `resource_version` grows with each change. */
export function nextVersion(context: Context): number {
  const { chargebee } = context.state
  chargebee.version = Math.max(chargebee.version + 1, context.now() * 1000)
  return chargebee.version
}

const webhookStatus = { pending: 'scheduled', failed: 'failed', arrived: 'succeeded' } as const

const eventWire = ({ id, occurredAt, content, type }: Event, status: string) => ({
  id,
  occurred_at: occurredAt,
  source: 'system',
  api_version: 'v2',
  content,
  event_type: type,
  webhook_status: status,
})

/** Records an event and sends it to the site. */
export function emit(context: Context, type: string, content: object): void {
  const { events } = context.state.chargebee
  const event: Event = { id: newId('ev_', 20), type, occurredAt: context.now(), content }
  events.push(event)
  events.splice(0, Math.max(0, events.length - maxEvents))
  context.webhooks.send('chargebee', event.id, JSON.stringify(eventWire(event, 'scheduled')))
}

type Query = Listing & { webhook_status?: Filter; occurred_at?: { after: number } }

/** Newest first. */
export function listEvents(context: Context, query: Query): object {
  const after = query.occurred_at?.after ?? 0
  const all = context.state.chargebee.events
    .filter(({ occurredAt }) => occurredAt > after)
    .map((event) => ({ event: eventWire(event, webhookStatus[context.webhooks.stateOf(event.id)]) }))
    .filter(({ event }) => matches(query.webhook_status, event.webhook_status))
  return paged(all.toReversed(), query)
}

export const webhookEndpointWire = ({ settings }: Context) =>
  ({
    id: 'wh_local',
    url: `${settings.siteOrigin}/api/chargebee/webhook`,
    disabled: false,
    enabled_events: [],
  }) satisfies Partial<WebhookEndpoint>
