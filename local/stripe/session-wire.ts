import type { Stripe } from 'stripe'
import type { Desk } from '@/local/vendors/desk'
import { priceWire, soldOffer } from './catalogue-wire'
import type { Session } from './records'
import { list, type Wire } from './wire'

export function sessionWire(desk: Desk, session: Session) {
  const offer = soldOffer(session.price)
  const trial = session.trialDays > 0 || session.trialEnd !== null
  const total = trial ? 0 : offer.amount * session.quantity
  const customer = session.customer ? desk.state.stripe.customers[session.customer] : undefined
  const email = customer?.email ?? session.customerEmail
  const hosted = session.uiMode === 'hosted_page'
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: hosted ? null : `${session.id}_secret_local`,
    created: session.created,
    currency: offer.currency.toLowerCase(),
    custom_fields: [],
    customer: session.customer,
    customer_creation: session.customer ? null : 'always',
    customer_details: email
      ? { email, name: customer?.name ?? null, phone: null, tax_exempt: 'none', tax_ids: [] }
      : null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    invoice: session.invoice,
    line_items: list(`/v1/checkout/sessions/${session.id}/line_items`, [
      {
        id: session.id.replace(/^cs_test_/, 'li_'),
        object: 'item',
        amount_subtotal: total,
        amount_total: total,
        currency: offer.currency.toLowerCase(),
        description: offer.name,
        price: priceWire(offer),
        quantity: session.quantity,
      },
    ]),
    livemode: false,
    locale: null,
    metadata: session.metadata,
    mode: 'subscription',
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: session.status !== 'complete' ? 'unpaid' : trial ? 'no_payment_required' : 'paid',
    recovered_from: null,
    return_url: session.returnUrl ?? undefined,
    setup_intent: null,
    shipping_cost: null,
    shipping_options: [],
    status: session.status,
    submit_type: null,
    subscription: session.subscription,
    success_url: session.successUrl,
    ui_mode: session.uiMode,
    url: hosted && session.status === 'open' ? `${desk.settings.origin}/checkout/stripe/${session.id}` : null,
  } satisfies Wire<Stripe.Checkout.Session>
}
