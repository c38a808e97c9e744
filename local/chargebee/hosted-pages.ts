/** Hosted checkout pages. */
import type { HostedPage as SdkPage } from 'chargebee'
import { type Context, newId } from '@/local/vendors/context'
import { startTerm } from '@/local/vendors/term'
import { findOffer, getOffer, trialEndOf } from './catalogue'
import { createCustomer } from './customers'
import type { HostedPage } from './records'
import { missing } from './requests'
import { startSubscription } from './subscriptions'

const lifeSeconds = 3 * 3600

type PageRequest = {
  subscription_items: { item_price_id: [string] }
  customer?: { id?: string }
  subscription?: { id?: string; trial_end?: number }
  redirect_url?: string
  cancel_url?: string
  pass_thru_content?: string
}

export function createPage(context: Context, request: PageRequest): HostedPage {
  const [itemPrice] = request.subscription_items.item_price_id
  if (!findOffer(context, itemPrice)) throw missing('item_price', itemPrice)
  const created = context.now()
  const page: HostedPage = {
    id: newId('', 40),
    state: 'created',
    itemPrice,
    customer: { id: request.customer?.id },
    trialEnd: request.subscription?.trial_end ?? null,
    redirectUrl: request.redirect_url ?? null,
    cancelUrl: request.cancel_url ?? null,
    passThru: request.pass_thru_content ?? null,
    created,
    expiresAt: created + lifeSeconds,
    subscriptionId: request.subscription?.id,
    subscription: null,
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
  context.changed()
}

/** Has no effect the second time. */
export function completePage(context: Context, page: HostedPage, isDiscounted: boolean): void {
  if (!isOpen(context, page)) return
  const { itemPrice, trialEnd } = page
  // Chargebee does not adopt an unknown or deleted customer id; the buyer gets a new one.
  const named = context.state.chargebee.customers[page.customer.id ?? '']
  const customer = named && !named.deleted ? named : createCustomer(context, {})
  const { interval } = getOffer(context, itemPrice)
  const started = startSubscription(context, {
    ...(page.subscriptionId !== undefined && { id: page.subscriptionId }),
    customer: customer.id,
    itemPrice,
    ...(isDiscounted && { isDiscounted }),
    term: startTerm(context.now(), interval, trialEndOf(context, itemPrice, trialEnd)),
  })
  page.subscription = started.id
  setPageState(context, page, 'succeeded')
}

export const pageWire = ({ settings }: Context, { id, state, passThru, created, expiresAt }: HostedPage) =>
  ({
    id,
    type: 'checkout_new',
    url: `${settings.origin}/pages/v4/${id}/checkout`,
    state,
    ...(passThru !== null && { pass_thru_content: passThru }),
    created_at: created,
    expires_at: expiresAt,
  }) satisfies Partial<SdkPage>
