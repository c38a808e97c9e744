import type { Stripe } from 'stripe'
import type { Desk } from '@/local/vendors/desk'
import { discountWire } from './adjustment-wire'
import type { Customer, PortalSession } from './records'
import type { Wire } from './wire'

export const customerWire = (customer: Customer) =>
  customer.deleted
    ? { id: customer.id, object: 'customer', deleted: true }
    : ({
        id: customer.id,
        object: 'customer',
        address: null,
        balance: customer.balance ?? 0,
        created: customer.created,
        currency: null,
        default_source: null,
        delinquent: false,
        description: customer.description,
        discount: customer.discount ? discountWire(customer.discount) : null,
        email: customer.email,
        invoice_prefix: customer.id.slice(-8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: customer.metadata,
        name: customer.name,
        next_invoice_sequence: 1,
        phone: customer.phone,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      } satisfies Wire<Stripe.Customer>)

export const portalWire = (desk: Desk, portal: PortalSession) =>
  ({
    id: portal.id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: portal.created,
    customer: portal.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: portal.returnUrl,
    url: `${desk.settings.origin}/portal/stripe/${portal.id}`,
  }) satisfies Wire<Stripe.BillingPortal.Session>
