import type { HostedPage as SdkPage } from 'chargebee'
import type { Desk } from '@/local/vendors/desk'
import { invoiceWire } from './invoice-wire'
import type { HostedPage, PortalSession } from './records'
import { customerWire, subscriptionWire } from './subscription-wire'

export function pageWire(desk: Desk, hosted: HostedPage) {
  const { customers, subscriptions, invoices } = desk.state.chargebee
  const subscription = hosted.subscription ? subscriptions[hosted.subscription] : undefined
  const customer = subscription ? customers[subscription.customer] : undefined
  const invoice = hosted.invoice ? invoices[hosted.invoice] : undefined
  const content = {
    ...(subscription && { subscription: subscriptionWire(desk, subscription) }),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(desk, invoice) }),
  }
  return {
    id: hosted.id,
    type: 'checkout_new',
    url: `${desk.settings.origin}/pages/v4/${hosted.id}/checkout`,
    state: hosted.state,
    ...(hosted.passThru !== null && { pass_thru_content: hosted.passThru }),
    embed: true,
    created_at: hosted.created,
    expires_at: hosted.expiresAt,
    layout: 'in_app',
    // Nothing of a purchase before there is one.
    ...(subscription && { content }),
    updated_at: Math.floor(hosted.version / 1000),
    resource_version: hosted.version,
  } satisfies Partial<Omit<SdkPage, 'content'>> & { content?: object }
}

export const portalWire = (desk: Desk, portal: PortalSession) => ({
  id: portal.id,
  token: portal.token,
  access_url: `${desk.settings.origin}/portal/chargebee/${portal.token}`,
  ...(portal.redirectUrl !== null && { redirect_url: portal.redirectUrl }),
  status: 'created',
  created_at: portal.created,
  expires_at: portal.created + 3600,
  customer_id: portal.customer,
  linked_customers: [
    {
      customer_id: portal.customer,
      has_billing_address: false,
      has_payment_method: true,
      has_active_subscription: true,
    },
  ],
})
