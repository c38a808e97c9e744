import type { WebhookEndpoint } from 'chargebee'
import type { Desk } from '@/local/vendors/desk'

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
