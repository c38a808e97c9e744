/** Checkout sessions. */
import type { Stripe } from 'stripe'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { findOffer, getOffer } from './catalogue'
import { assertCustomer, createCustomer } from './customers'
import { emit } from './events'
import type { Session } from './records'
import { ApiError, merged, missing, type Wire } from './requests'
import { startSubscription } from './subscriptions'

const daySeconds = 86_400

export function createSession(context: Context, request: Stripe.Checkout.SessionCreateParams): Session {
  const created = context.now()
  const price = request.line_items?.[0]?.price ?? ''
  const offer = findOffer(context, price)
  if (!offer) {
    const detail = { code: 'resource_missing', param: 'line_items[0][price]' }
    throw new ApiError(400, `No such price: '${price}'`, detail)
  }
  const { currency = offer.currency } = request
  if (currency.toUpperCase() !== offer.currency) {
    throw new ApiError(400, `The price \`${price}\` has no currency option for ${currency}.`, { param: 'currency' })
  }
  if (request.customer !== undefined) assertCustomer(context, request.customer)
  const session: Session = {
    id: newId('cs_test_', 58),
    uiMode: request.ui_mode ?? 'hosted_page',
    customer: request.customer ?? null,
    clientReferenceId: request.client_reference_id ?? null,
    price,
    trialDays: request.subscription_data?.trial_period_days ?? 0,
    successUrl: request.success_url ?? null,
    cancelUrl: request.cancel_url ?? null,
    returnUrl: request.return_url ?? null,
    subscriptionMetadata: merged({}, request.subscription_data?.metadata),
    adaptivePricing: request.adaptive_pricing?.enabled ?? true,
    automaticTax: request.automatic_tax?.enabled ?? false,
    allowsCodes: request.allow_promotion_codes ?? false,
    created,
    expiresAt: created + daySeconds,
    status: 'open',
    subscription: null,
  }
  context.state.stripe.sessions[session.id] = session
  context.changed()
  return session
}

export function findSession(context: Context, id: string): Session {
  const session = context.state.stripe.sessions[id]
  if (!session) throw missing('checkout.session', id, 'session')
  return session
}

export const listSessions = (context: Context): Session[] => Object.values(context.state.stripe.sessions).toReversed()

export function expireSession(context: Context, id: string): Session {
  const session = findSession(context, id)
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`
    throw new ApiError(400, message)
  }
  expire(context, session)
  return session
}

function expire(context: Context, session: Session): void {
  session.status = 'expired'
  context.changed()
  emit(context, 'checkout.session.expired', sessionWire(context, session))
}

export function expireLateSessions(context: Context): void {
  for (const session of Object.values(context.state.stripe.sessions)) {
    if (session.status === 'open' && session.expiresAt <= context.now()) expire(context, session)
  }
}

export const trialEndOf = ({ trialDays }: Session, now: number) =>
  trialDays > 0 ? trialEndAfter(now, trialDays) : null

/** A deleted customer's session stays open but cannot be paid. */
export const isPayable = (context: Context, { status, customer }: Session) =>
  status === 'open' && context.state.stripe.customers[customer ?? '']?.deleted !== true

/**
 * Has no effect the second time.
 * @returns the id of the event that tells the site, or null if it was paid before
 */
export function completeSession(context: Context, session: Session, isDiscounted: boolean): string | null {
  if (!isPayable(context, session)) return null
  const now = context.now()
  session.customer ??= createCustomer(context, {}).id
  const subscription = startSubscription(context, {
    customer: session.customer,
    price: session.price,
    ...(isDiscounted && { isDiscounted }),
    metadata: session.subscriptionMetadata,
    term: startTerm(now, getOffer(context, session.price).interval, trialEndOf(session, now)),
  })
  session.status = 'complete'
  session.subscription = subscription.id
  context.changed()
  return emit(context, 'checkout.session.completed', sessionWire(context, session))
}

export function sessionWire(context: Context, session: Session) {
  const { id, uiMode, status, created } = session
  const hosted = uiMode === 'hosted_page'
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptivePricing ?? true },
    automatic_tax: { enabled: session.automaticTax ?? false },
    client_reference_id: session.clientReferenceId,
    client_secret: hosted ? null : `${id}_secret_local`,
    created,
    currency: getOffer(context, session.price).currency.toLowerCase(),
    customer: session.customer,
    expires_at: session.expiresAt,
    mode: 'subscription',
    status,
    subscription: session.subscription,
    ui_mode: uiMode,
    url: hosted && status === 'open' ? `${context.settings.origin}/checkout/stripe/${id}` : null,
  } satisfies Wire<Stripe.Checkout.Session>
}
