/** What both payment vendors do: customers, pages, plans through time, invoices. Times are in seconds. */
import type { Provider } from '@/lib/contract/plan'
import { receipt } from '@/local/inbox/messages'
import { offers, type Offer } from './catalogue'
import { type Context, newId } from './context'
import type { Checkout, Customer, Event, Invoice, Refund, Subscription } from './records'
import { promotionPercent } from './settings'
import {
  addInterval,
  advance,
  endPeriodNow,
  failPayment,
  isTrialing,
  startTerm,
  trialEndAfter,
  type Term,
} from './term'

/** What a vendor tells the site about. */
export type Happening =
  'created' | 'changed' | 'ended' | 'paid' | 'unpaid' | 'refunded' | 'customer-deleted' | 'bought' | 'page-expired'

type Subject = { customer?: Customer; subscription?: Subscription; invoice?: Invoice; checkout?: Checkout }

/** How a vendor names and writes things. */
export type Dialect = {
  name: Provider
  newIds: Record<'customer' | 'checkout' | 'subscription' | 'invoice', () => string>
  event: (context: Context, happening: Happening, subject: Subject) => { type: string; body: object } | null
  /** The body of its webhook. */
  eventText: (event: Event) => string
  /** A trial begins with an invoice of 0. */
  billsTrials: boolean
  /** A plan with an unpaid first invoice is past due. */
  isPastDueUnpaid: boolean
}

const maxEvents = 500
const daySeconds = 86_400

/** A vendor's billing over its state. */
export function createBilling(context: Context, dialect: Dialect) {
  const { name } = dialect
  const state = context.state[name]
  const now = () => context.now()

  function tell(happening: Happening, subject: Subject): string | null {
    context.changed()
    const found = dialect.event(context, happening, subject)
    if (!found) return null
    const event: Event = { id: newId('ev_'), created: now(), ...found }
    state.events.push(event)
    state.events.splice(0, Math.max(0, state.events.length - maxEvents))
    context.webhooks.send(name, event.id, dialect.eventText(event))
    return event.id
  }

  const findOffer = (price: string): Offer | undefined =>
    state.prices[price] ?? offers.find((offer) => offer.priceIds[name] === price)

  function offerOf({ price }: { price: string }): Offer {
    const offer = findOffer(price)
    if (!offer) throw new Error(`The price ${price} does not exist.`)
    return offer
  }

  function priceOf(subscription: Subscription): number {
    const full = offerOf(subscription).amount
    return subscription.isDiscounted ? full - Math.round((full * promotionPercent) / 100) : full
  }

  function createCustomer(fields: {
    id?: string | undefined
    email?: string | undefined
    metadata?: Customer['metadata']
  }) {
    const { id = dialect.newIds.customer(), email = null, metadata = {} } = fields
    const customer: Customer = { id, email, metadata, created: now(), deleted: false }
    state.customers[id] = customer
    context.changed()
    return customer
  }

  const isKnown = (id: string | null | undefined) => state.customers[id ?? '']?.deleted === false

  function createCheckout(
    fields: Omit<Checkout, 'id' | 'created' | 'expiresAt' | 'status' | 'subscription'>,
    lifeSeconds: number,
  ) {
    const created = now()
    const rest = { created, expiresAt: created + lifeSeconds, status: 'open' as const, subscription: null }
    const checkout: Checkout = { ...fields, id: dialect.newIds.checkout(), ...rest }
    state.checkouts[checkout.id] = checkout
    context.changed()
    return checkout
  }

  const isOpen = ({ status, expiresAt }: Checkout) => status === 'open' && expiresAt > now()

  function closeCheckout(checkout: Checkout, status: 'expired' | 'cancelled') {
    checkout.status = status
    tell('page-expired', { checkout })
  }

  /** Has no effect the second time. @returns the id of the event that tells the site */
  function complete(checkout: Checkout, isDiscounted: boolean): string | null {
    if (!isOpen(checkout)) return null
    if (!isKnown(checkout.customer)) checkout.customer = createCustomer({}).id
    const { customer, price, plan, trialDays } = checkout
    const start = { ...plan, customer: customer ?? '', price, isDiscounted }
    const subscription = startSubscription(start, trialDays > 0 ? trialEndAfter(now(), trialDays) : null)
    checkout.status = 'complete'
    checkout.subscription = subscription.id
    return tell('bought', { checkout })
  }

  type Start = Pick<Subscription, 'customer' | 'price' | 'metadata' | 'isUnpaid' | 'isDiscounted'> & {
    id?: string | undefined
  }

  function startSubscription({ id = dialect.newIds.subscription(), ...start }: Start, trialEnd: number | null) {
    const created = now()
    const term = startTerm(created, offerOf(start).interval, trialEnd)
    const isTrial = isTrialing(term, created)
    if (start.isUnpaid && !isTrial && dialect.isPastDueUnpaid) term.pastDue = true
    const rest = { created, term, cancelAtPeriodEnd: false, cancelledAt: null, latestInvoice: null }
    const subscription: Subscription = { ...start, id, ...rest }
    state.subscriptions[id] = subscription
    if (!isTrial || dialect.billsTrials) bill(subscription, start.isUnpaid && !isTrial ? 'open' : 'paid', created)
    else mailReceipt({ ...subscription, amount: 0, number: id, periodEnd: term.periodEnd })
    tell('created', { subscription })
    return subscription
  }

  const creditOf = ({ customer }: Subscription) => state.customers[customer]?.credit ?? 0

  /** Pays `full` from credit first. `amount` is charged, `left` is the remaining credit. */
  function settle(subscription: Subscription, full: number, unused = 0) {
    const credit = creditOf(subscription) + unused
    return { amount: Math.max(0, full - credit), left: Math.max(0, credit - full) }
  }

  /** The part of the paid period that is not used at a time. A trial has not been paid. */
  function unusedAt(subscription: Subscription, at: number): number {
    const { term } = subscription
    if (isTrialing(term, now())) return 0
    return Math.round((priceOf(subscription) * (term.periodEnd - at)) / (term.periodEnd - term.periodStart))
  }

  /** A change of price, at once: the unused time is credited, and a new period is charged. A trial goes on. */
  function changePrice(subscription: Subscription, price: string, unused: number) {
    const { term } = subscription
    const { interval } = offerOf({ price })
    Object.assign(subscription, { price })
    Object.assign(term, { interval })
    if (!isTrialing(term, now())) {
      Object.assign(term, { anchor: now(), periodStart: now(), periodEnd: addInterval(now(), interval, 1) })
      bill(subscription, 'paid', now(), unused)
    }
    tell('changed', { subscription })
  }

  function bill(subscription: Subscription, status: Invoice['status'], at: number, unused = 0): Invoice {
    const { customer, price, term } = subscription
    const full = isTrialing(term, at) ? 0 : priceOf(subscription)
    const { amount, left } =
      status === 'void' ? { amount: full, left: creditOf(subscription) } : settle(subscription, full, unused)
    if (state.customers[customer]) state.customers[customer].credit = left
    const number = String(Object.keys(state.invoices).length + 1)
    const invoice: Invoice = {
      id: name === 'stripe' ? dialect.newIds.invoice() : number,
      number: name === 'stripe' ? `LOCAL-${number.padStart(4, '0')}` : number,
      customer,
      subscription: subscription.id,
      price,
      amount,
      ...(amount !== full && { full, unused }),
      currency: offerOf(subscription).currency,
      created: at,
      periodEnd: term.periodEnd,
      isFirst: subscription.latestInvoice === null,
      status,
      refunds: [],
    }
    state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    if (status !== 'void') tell(status === 'paid' ? 'paid' : 'unpaid', { subscription, invoice })
    // Credit that pays for everything has no receipt.
    if (status === 'paid' && (amount > 0 || full === 0)) mailReceipt(invoice)
    return invoice
  }

  /** Only for this site's own plans, because the email is written in its name. */
  function mailReceipt(bill: Pick<Invoice, 'id' | 'customer' | 'price' | 'amount' | 'number' | 'periodEnd'>) {
    const to = state.customers[bill.customer]?.email
    const plan = state.prices[bill.price] ? undefined : offerOf(bill)
    if (!plan || !to) return
    const address = name === 'stripe' ? `${context.settings.origin}/invoice/stripe/${bill.id}` : null
    context.mail(receipt(to, { ...bill, plan, currency: plan.currency, address }))
  }

  /** Applies what has become due since the last call. */
  function advanceAll() {
    for (const checkout of Object.values(state.checkouts)) {
      if (checkout.status === 'open' && checkout.expiresAt <= now()) closeCheckout(checkout, 'expired')
    }
    for (const subscription of Object.values(state.subscriptions)) {
      for (const step of advance(subscription.term, now())) {
        if (step.kind === 'ended') tell('ended', { subscription })
        else {
          const isVoid = (subscription.term.voidUntil ?? 0) > step.at
          bill(subscription, isVoid ? 'void' : subscription.isUnpaid ? 'open' : 'paid', step.at)
          tell('changed', { subscription })
        }
      }
    }
  }

  function scheduleEnd(subscription: Subscription, at: number, byFlag = false) {
    subscription.term.cancelAt = at
    Object.assign(subscription, { cancelAtPeriodEnd: byFlag, cancelledAt: now() })
    tell('changed', { subscription })
  }

  function removeScheduledEnd(subscription: Subscription) {
    subscription.term.cancelAt = null
    Object.assign(subscription, { cancelAtPeriodEnd: false, cancelledAt: null })
    tell('changed', { subscription })
  }

  function end(subscription: Subscription) {
    subscription.term.endedAt = now()
    subscription.cancelledAt ??= now()
    tell('ended', { subscription })
  }

  function deleteCustomer(customer: Customer) {
    for (const one of Object.values(state.subscriptions)) {
      if (one.customer === customer.id && one.term.endedAt === null) end(one)
    }
    customer.deleted = true
    tell('customer-deleted', { customer })
  }

  const invoicesOf = ({ id }: Subscription) => Object.values(state.invoices).filter((one) => one.subscription === id)

  const openInvoicesOf = (subscription: Subscription) =>
    invoicesOf(subscription).filter(({ status }) => status === 'open')

  /** Payment of the last open invoice settles the plan. Has no effect while a payment is in progress. */
  function pay(invoice: Invoice) {
    const subscription = state.subscriptions[invoice.subscription]
    if (!subscription || !awaitsPayment(invoice)) return
    invoice.status = 'paid'
    tell('paid', { subscription, invoice })
    mailReceipt(invoice)
    const { term } = subscription
    if (term.endedAt !== null || openInvoicesOf(subscription).length > 0) return
    term.pastDue = false
    if (term.suspension === 'unpaid' || term.suspension === 'incomplete') term.suspension = undefined
    tell('changed', { subscription })
  }

  function refund(invoice: Invoice, amount: number): Refund {
    const made = { id: newId('re_'), amount, created: now() }
    invoice.refunds.push(made)
    tell('refunded', { invoice })
    return made
  }

  function lastInvoice(subscription: Subscription): Invoice {
    const invoice = invoicesOf(subscription).at(-1)
    if (!invoice) throw new Error('A plan in its first trial has no invoice yet: end the trial by end-period.')
    return invoice
  }

  /** A renewal whose payment fails. */
  function fail(subscription: Subscription, suspension?: Term['suspension']): Invoice {
    failPayment(subscription.term, now())
    if (suspension) subscription.term.suspension = suspension
    return bill(subscription, 'open', now())
  }

  /** `POST /<vendor>/control/<name> {subscription}`: triggers what happens at a vendor. */
  const controls: Record<string, (subscription: Subscription) => void> = {
    'past-due': (subscription) => fail(subscription),
    'action-required': (subscription) => void (fail(subscription).needsConfirmation = true),
    unpaid: (subscription) => fail(subscription, 'unpaid'),
    incomplete(subscription) {
      subscription.term.suspension = 'incomplete'
      lastInvoice(subscription).status = 'open'
    },
    'pending-payment': (subscription) =>
      void Object.assign(lastInvoice(subscription), { status: 'open', isPaymentPending: true }),
    draft: (subscription) => bill(subscription, 'draft', now()),
    pause: (subscription) => void (subscription.term.suspension = 'paused'),
    future: (subscription) => void (subscription.term.suspension = 'future'),
    settle(subscription) {
      Object.assign(subscription.term, { pastDue: false, suspension: undefined })
      for (const invoice of invoicesOf(subscription)) {
        if (invoice.status === 'open' || invoice.status === 'draft')
          Object.assign(invoice, { status: 'paid', isPaymentPending: false })
      }
    },
    /** At the end of this month. */
    'card-expires'(subscription) {
      const today = new Date(now() * 1000)
      subscription.card = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 }
    },
    'end-period'(subscription) {
      endPeriodNow(subscription.term, now())
      advanceAll()
    },
  }

  function control(change: string, subscription: Subscription) {
    controls[change]?.(subscription)
    tell('changed', { subscription })
  }

  /** Newest first. */
  const events = () =>
    state.events.toReversed().map((event) => ({ ...event, delivery: context.webhooks.stateOf(event.id) }))

  return {
    name,
    state,
    now,
    findOffer,
    offerOf,
    priceOf,
    settle,
    unusedAt,
    changePrice,
    createCustomer,
    isKnown,
    deleteCustomer,
    createCheckout,
    isOpen,
    closeCheckout,
    complete,
    startSubscription,
    advanceAll,
    scheduleEnd,
    removeScheduledEnd,
    end,
    openInvoicesOf,
    pay,
    refund,
    control,
    events,
    tell,
  }
}

export type Billing = ReturnType<typeof createBilling>

export const awaitsPayment = ({ status, isPaymentPending }: Invoice) => status === 'open' && !isPaymentPending

export const amountPaid = ({ status, writtenOff, amount }: Invoice) => (status === 'paid' && !writtenOff ? amount : 0)

export const amountRefunded = ({ refunds }: Invoice) => refunds.reduce((sum, { amount }) => sum + amount, 0)

export const pageLife = { stripe: daySeconds, chargebee: 3 * 3600 }

const common = ['past-due', 'pending-payment', 'pause', 'settle', 'end-period', 'card-expires']

export const controlNames: Record<Provider, string[]> = {
  stripe: [...common, 'action-required', 'unpaid', 'incomplete', 'draft'],
  chargebee: [...common, 'future'],
}
