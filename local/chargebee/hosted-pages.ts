/** Hosted checkout pages and portal sessions. */
import type { HostedPage as SdkPage } from 'chargebee'
import * as z from 'zod'
import { wholeNumber } from '@/local/vendors/form'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm, trialEndAfter } from '@/local/vendors/term'
import { createCustomer } from './customers'
import { nextVersion } from './events'
import { invoiceWire } from './invoice-wire'
import type { HostedPage, PortalSession } from './records'
import { missing, ApiError, text } from './requests'
import { startSubscription } from './subscriptions'
import { customerWire, findOffer, getOffer, subscriptionWire, trialDaysOf } from './wire'

const lifeSeconds = 3 * 3600

export const pageRequest = z.strictObject({
  subscription_items: z.strictObject({
    item_price_id: z.tuple([z.string()]),
    quantity: z.tuple([wholeNumber]).optional(),
  }),
  customer: z.strictObject({ id: text(50) }).optional(),
  subscription: z.strictObject({ trial_end: wholeNumber.optional() }).optional(),
  redirect_url: z
    .url({ protocol: /^https?$/ })
    .max(250)
    .optional(),
  cancel_url: z
    .url({ protocol: /^https?$/ })
    .max(250)
    .optional(),
  pass_thru_content: text(2048),
})

export function createPage(context: Context, request: z.infer<typeof pageRequest>): HostedPage {
  const [itemPrice] = request.subscription_items.item_price_id
  if (!findOffer(context, itemPrice)) {
    const param = 'subscription_items[item_price_id][0]'
    throw new ApiError(404, 'resource_not_found', `${itemPrice} not found`, { param, type: 'invalid_request' })
  }
  const created = context.now()
  const page: HostedPage = {
    id: newId('', 40),
    state: 'created',
    itemPrice,
    quantity: request.subscription_items.quantity?.[0] ?? 1,
    customer: { id: request.customer?.id },
    trialEnd: request.subscription?.trial_end ?? null,
    redirectUrl: request.redirect_url ?? null,
    cancelUrl: request.cancel_url ?? null,
    passThru: request.pass_thru_content ?? null,
    created,
    expiresAt: created + lifeSeconds,
    version: nextVersion(context),
    subscription: null,
    invoice: null,
  }
  context.state.chargebee.pages[page.id] = page
  context.changed()
  return page
}

export function findPage(context: Context, id: string): HostedPage {
  const page = context.state.chargebee.pages[id]
  if (!page) throw missing('hosted_page', id)
  return page
}

export const isOpen = (context: Context, page: HostedPage) =>
  (page.state === 'created' || page.state === 'requested') && page.expiresAt > context.now()

export function setPageState(context: Context, page: HostedPage, state: HostedPage['state']): void {
  page.state = state
  page.version = nextVersion(context)
  context.changed()
}

/** Seconds; null without a trial. */
export function trialEndOf(context: Context, page: HostedPage): number | null {
  const now = context.now()
  const days = trialDaysOf(getOffer(context, page.itemPrice))
  if (page.trialEnd === null) return days > 0 ? trialEndAfter(now, days) : null
  return page.trialEnd > now ? page.trialEnd : null
}

/** Has no effect the second time. @param coupon that was entered on the page */
export function completePage(context: Context, page: HostedPage, coupon?: string): void {
  if (!isOpen(context, page)) return
  const { id } = page.customer
  // Chargebee does not adopt an unknown or deleted customer id; the buyer gets a new one.
  const named = id === undefined ? undefined : context.state.chargebee.customers[id]
  const customer = named && !named.deleted ? named : createCustomer(context, {})
  const term = startTerm(context.now(), getOffer(context, page.itemPrice).interval, trialEndOf(context, page))
  const started = startSubscription(context, {
    customer: customer.id,
    itemPrice: page.itemPrice,
    quantity: page.quantity,
    ...(coupon && { coupons: [coupon] }),
    term,
  })
  page.subscription = started.subscription.id
  page.invoice = started.invoice?.id ?? null
  setPageState(context, page, 'succeeded')
}

export function pageWire(context: Context, hosted: HostedPage) {
  const { customers, subscriptions, invoices } = context.state.chargebee
  const subscription = hosted.subscription ? subscriptions[hosted.subscription] : undefined
  const customer = subscription ? customers[subscription.customer] : undefined
  const invoice = hosted.invoice ? invoices[hosted.invoice] : undefined
  const content = {
    ...(subscription && { subscription: subscriptionWire(context, subscription) }),
    ...(customer && { customer: customerWire(customer) }),
    ...(invoice && { invoice: invoiceWire(context, invoice) }),
  }
  return {
    id: hosted.id,
    type: 'checkout_new',
    url: `${context.settings.origin}/pages/v4/${hosted.id}/checkout`,
    state: hosted.state,
    ...(hosted.passThru !== null && { pass_thru_content: hosted.passThru }),
    embed: true,
    created_at: hosted.created,
    expires_at: hosted.expiresAt,
    layout: 'in_app',
    ...(subscription && { content }),
    updated_at: Math.floor(hosted.version / 1000),
    resource_version: hosted.version,
  } satisfies Partial<Omit<SdkPage, 'content'>> & { content?: object }
}

export const portalWire = (context: Context, portal: PortalSession) => ({
  id: portal.id,
  token: portal.token,
  access_url: `${context.settings.origin}/portal/chargebee/${portal.token}`,
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
