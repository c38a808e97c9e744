import type { Stripe } from 'stripe'
import type { Desk } from '@/local/vendors/desk'
import { priceWire, soldOffer } from './catalogue-wire'
import type { Session } from './records'
import { list, type Wire } from './wire'

const taxWire = ({ automaticTax, status }: Session) =>
  automaticTax
    ? {
        enabled: true,
        liability: { type: 'self' as const },
        provider: 'stripe' as const,
        status: status === 'complete' ? ('complete' as const) : ('requires_location_inputs' as const),
      }
    : { enabled: false, liability: null, provider: null, status: null }

export function sessionWire(desk: Desk, session: Session) {
  const offer = soldOffer(desk, session.price)
  const trial = session.trialDays > 0 || session.trialEnd !== null
  const total = trial ? 0 : offer.amount * session.quantity
  const customer = session.customer ? desk.state.stripe.customers[session.customer] : undefined
  const email = customer?.email ?? session.customerEmail
  const hosted = session.uiMode === 'hosted_page'
  return {
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: taxWire(session),
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: hosted ? null : `${session.id}_secret_local`,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: session.created,
    currency: offer.currency.toLowerCase(),
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customer ? null : 'always',
    customer_details: email
      ? {
          address: null,
          business_name: null,
          email,
          individual_name: null,
          name: customer?.name ?? null,
          phone: null,
          tax_exempt: 'none',
          tax_ids: [],
        }
      : null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: session.invoice,
    invoice_creation: null,
    line_items: list(`/v1/checkout/sessions/${session.id}/line_items`, [
      {
        id: session.id.replace(/^cs_test_/, 'li_'),
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: total,
        amount_tax: 0,
        amount_total: total,
        currency: offer.currency.toLowerCase(),
        description: offer.name,
        metadata: {},
        price: priceWire(offer),
        quantity: session.quantity,
      },
    ]),
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: session.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: session.status !== 'complete' ? 'unpaid' : trial ? 'no_payment_required' : 'paid',
    permissions: null,
    recovered_from: null,
    return_url: session.returnUrl ?? undefined,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: session.subscription,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: session.uiMode,
    url: hosted && session.status === 'open' ? `${desk.settings.origin}/checkout/stripe/${session.id}` : null,
    wallet_options: null,
  } satisfies Wire<Stripe.Checkout.Session>
}
