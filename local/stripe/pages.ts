import express, { type Response, type Router } from 'express'
import { bareRecord, type Desk } from '@/local/vendors/context'
import { checkoutPage, closedPage, invoicePage, portalPage } from '@/local/vendors/hosted-pages'
import { trialEndAfter } from '@/local/vendors/term'
import { awaitsPayment, keep, openInvoicesOf, payInvoice, scheduleEnd, tellOfSubscription } from './subscriptions'
import type { PortalSession, Session, Subscription } from './records'
import { advanceStripe } from './router'
import { completeSession, isPayable } from './checkout-sessions'
import { soldOffer } from './catalogue'
import { statusOf } from './subscription-wire'

/** Milliseconds that paying waits for the site to accept the message about it, as Checkout does. */
const acceptMs = 8000

/** The pages of Stripe's that a person's browser visits. */
export function stripePages(desk: Desk): Router {
  const router = express.Router()
  router.use((_request, _response, next) => {
    advanceStripe(desk)
    next()
  })
  router.get('/checkout/stripe/:id', (request, response) => {
    const session = desk.state.stripe.sessions[request.params.id]
    if (session && isPayable(desk, session)) response.send(openPage(desk, session))
    else sendClosed(response, session)
  })
  router.post('/checkout/stripe/:id/pay', (request, response) => pay(desk, request.params.id, response))
  router.get('/checkout/stripe/embedded/:key', (request, response) => {
    const session = embeddedSession(desk, request.params.key)
    if (session && isPayable(desk, session)) response.send(openPage(desk, session))
    else sendClosed(response, session)
  })
  router.post('/checkout/stripe/embedded/:key/pay', (request, response) =>
    pay(desk, embeddedSession(desk, request.params.key)?.id ?? '', response),
  )
  router.post('/checkout/stripe/embedded/:key/back', (request, response) => {
    const session = embeddedSession(desk, request.params.key)
    if (!session || !isPayable(desk, session)) return sendClosed(response, session)
    response.send(
      closedPage('Stripe', 'You went back', 'Nothing was paid. The page around this one has the plans.', null),
    )
  })
  router.post('/checkout/stripe/:id/back', (request, response) => {
    const session = desk.state.stripe.sessions[request.params.id]
    if (!session?.cancelUrl) return sendClosed(response, session)
    response.redirect(303, session.cancelUrl)
  })
  router.get('/invoice/stripe/:id', (request, response) => {
    const invoice = desk.state.stripe.invoices[request.params.id]
    if (!invoice) return notFound(response)
    const { number, created: date, amount, currency, refunded } = invoice
    const plan = soldOffer(desk, invoice.price).name
    const paid = invoice.status === 'paid'
    const payAt = awaitsPayment(invoice) ? `/invoice/stripe/${invoice.id}/pay` : null
    response.send(invoicePage({ vendor: 'Stripe', number, date, plan, amount, currency, paid, payAt, refunded }))
  })
  router.post('/invoice/stripe/:id/pay', (request, response) => {
    const invoice = desk.state.stripe.invoices[request.params.id]
    if (!invoice) return notFound(response)
    payInvoice(desk, invoice)
    response.redirect(303, `/invoice/stripe/${invoice.id}`)
  })
  router.get('/portal/stripe/:id', (request, response) => {
    const portal = desk.state.stripe.portals[request.params.id]
    if (!portal) return notFound(response)
    response.send(billingPage(desk, portal))
  })
  router.post('/portal/stripe/:id/:subscription/:change', (request, response) => {
    const portal = desk.state.stripe.portals[request.params.id]
    const subscription = desk.state.stripe.subscriptions[request.params.subscription]
    const change = portalChanges[request.params.change]
    if (!portal || subscription?.customer !== portal.customer || !change) return notFound(response)
    // The page that was pressed on may be older than the plan's end.
    if (subscription.term.endedAt === null) change(desk, subscription)
    response.redirect(303, `/portal/stripe/${portal.id}`)
  })
  return router
}

/** What the portal's buttons do. One that a later page would not have any more does nothing. */
const portalChanges = bareRecord({
  pay(desk: Desk, subscription: Subscription) {
    for (const invoice of openInvoicesOf(desk, subscription)) payInvoice(desk, invoice)
  },
  cancel(desk: Desk, subscription: Subscription) {
    if (subscription.term.cancelAt !== null) return
    // The portal schedules an end by date alone, without the flag.
    scheduleEnd(desk, subscription, subscription.term.periodEnd, false)
    desk.changed()
    tellOfSubscription(desk, 'updated', subscription)
  },
  keep(desk: Desk, subscription: Subscription) {
    if (subscription.term.cancelAt === null) return
    keep(subscription)
    desk.changed()
    tellOfSubscription(desk, 'updated', subscription)
  },
})

/** The session of a page that is shown inside another, by its id or its client secret. */
function embeddedSession(desk: Desk, key: string): Session | undefined {
  const session = desk.state.stripe.sessions[key.replace(/_secret_.*$/, '')]
  return session?.uiMode === 'embedded_page' ? session : undefined
}

/** Where a purchase leads once it is paid. */
const wayOn = ({ successUrl, returnUrl }: Session) => successUrl ?? returnUrl

async function pay(desk: Desk, id: string, response: Response): Promise<void> {
  const session = desk.state.stripe.sessions[id]
  const leadsOn = session && wayOn(session) && (session.status === 'complete' || isPayable(desk, session))
  if (!leadsOn) return sendClosed(response, session)
  const event = completeSession(desk, session)
  if (event) await desk.webhooks.accepted(event, acceptMs)
  response.redirect(303, successAddress(session))
}

function openPage(desk: Desk, session: Session): string {
  const now = desk.now()
  return checkoutPage({
    vendor: 'Stripe',
    offer: soldOffer(desk, session.price),
    quantity: session.quantity,
    trialEnd: session.trialDays > 0 ? trialEndAfter(now, session.trialDays) : session.trialEnd,
    now,
    address: `/checkout/stripe/${session.uiMode === 'embedded_page' ? 'embedded/' : ''}${session.id}`,
    framed: session.uiMode === 'embedded_page',
  })
}

/** The success address with the session's id put in, however the braces were written. */
const successAddress = (session: Session) =>
  (wayOn(session) ?? '').replace(/(\{|%7B)CHECKOUT_SESSION_ID(\}|%7D)/gi, session.id)

function sendClosed(response: Response, session: Session | undefined): void {
  if (session?.status === 'complete') {
    const way = { href: successAddress(session), text: 'Continue' }
    response.send(closedPage('Stripe', 'This is paid', 'You do not need to pay again.', way))
  } else if (session) {
    const way = session.cancelUrl ? { href: session.cancelUrl, text: 'Go to the plans' } : null
    response.send(closedPage('Stripe', 'This page has expired', 'Nothing was paid. You can choose a plan again.', way))
  } else notFound(response)
}

function notFound(response: Response): void {
  response.status(404).send(closedPage('Stripe', 'Nothing here', 'There is no such page at this stand-in.', null))
}

function billingPage(desk: Desk, portal: PortalSession): string {
  const plans = Object.values(desk.state.stripe.subscriptions)
    .filter((one) => one.customer === portal.customer && one.term.endedAt === null)
    .map((one) => ({
      name: soldOffer(desk, one.price).name,
      state: statusOf(one, desk.now()),
      term: one.term,
      open: openInvoicesOf(desk, one).map(({ amount, currency, created: since, underWay = false }) => ({
        amount,
        currency,
        since,
        underWay,
      })),
      address: `/portal/stripe/${portal.id}/${one.id}`,
    }))
  return portalPage({ vendor: 'Stripe', plans, returnUrl: portal.returnUrl })
}
