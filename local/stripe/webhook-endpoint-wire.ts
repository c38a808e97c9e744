import type { Stripe } from 'stripe'
import { catalogueMade } from '@/local/vendors/catalogue'
import type { Desk } from '@/local/vendors/desk'
import type { Wire } from './wire'

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
