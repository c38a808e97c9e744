import express, { type Response, type Router } from 'express'
import { checkoutPage, closedPage, standInNote } from '@/local/vendors/checkout-page'
import type { Desk } from '@/local/vendors/desk'
import { html, longDate, money, page } from '@/local/vendors/html'
import { trialEndAfter } from '@/local/vendors/term'
import type { PortalSession, Session, Subscription } from './records'
import { advanceStripe } from './router'
import { completeSession } from './sessions'
import { keep, scheduleEnd, tellOfSubscription } from './subscriptions'
import { soldOffer } from './catalogue-wire'
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
    if (session?.status === 'open') response.send(openPage(desk, session))
    else sendClosed(response, session)
  })
  router.post('/checkout/stripe/:id/pay', (request, response) => pay(desk, request.params.id, response))
  router.post('/checkout/stripe/:id/back', (request, response) => {
    const session = desk.state.stripe.sessions[request.params.id]
    if (!session?.cancelUrl) return sendClosed(response, session)
    response.redirect(303, session.cancelUrl)
  })
  router.get('/invoice/stripe/:id', (request, response) => {
    const invoice = desk.state.stripe.invoices[request.params.id]
    if (!invoice) return notFound(response)
    const words = html`
      <h1>Invoice ${invoice.number}</h1>
      <div class="card">
        <dl>
          <dt>Date</dt>
          <dd>${longDate(invoice.created)}</dd>
          <dt>Plan</dt>
          <dd>${soldOffer(invoice.price).name}</dd>
          <dt>Amount</dt>
          <dd>${money(invoice.amount, invoice.currency)}</dd>
          <dt>State</dt>
          <dd>${invoice.status === 'paid' ? 'Paid' : 'Not paid'}</dd>
        </dl>
      </div>
      ${standInNote('Stripe')}
    `
    response.send(page(`Invoice ${invoice.number}`, words))
  })
  router.get('/portal/stripe/:id', (request, response) => {
    const portal = desk.state.stripe.portals[request.params.id]
    if (!portal) return notFound(response)
    response.send(portalPage(desk, portal))
  })
  router.post('/portal/stripe/:id/:subscription/:change', (request, response) => {
    const portal = desk.state.stripe.portals[request.params.id]
    const subscription = desk.state.stripe.subscriptions[request.params.subscription]
    if (!portal || subscription?.customer !== portal.customer) return notFound(response)
    // The portal schedules an end by date alone, without the flag.
    if (request.params.change === 'cancel') scheduleEnd(desk, subscription, subscription.term.periodEnd, false)
    else keep(subscription)
    desk.changed()
    tellOfSubscription(desk, 'updated', subscription)
    response.redirect(303, `/portal/stripe/${portal.id}`)
  })
  return router
}

async function pay(desk: Desk, id: string, response: Response): Promise<void> {
  const session = desk.state.stripe.sessions[id]
  if (!session?.successUrl || session.status === 'expired') return sendClosed(response, session)
  const event = completeSession(desk, session)
  if (event) await desk.webhooks.accepted(event, acceptMs)
  response.redirect(303, successAddress(session))
}

function openPage(desk: Desk, session: Session): string {
  const now = desk.now()
  return checkoutPage({
    vendor: 'Stripe',
    offer: soldOffer(session.price),
    quantity: session.quantity,
    trialEnd: session.trialDays > 0 ? trialEndAfter(now, session.trialDays) : session.trialEnd,
    now,
    address: `/checkout/stripe/${session.id}`,
  })
}

/** The success address with the session's id put in, however the braces were written. */
const successAddress = ({ id, successUrl }: Session) =>
  (successUrl ?? '').replace(/(\{|%7B)CHECKOUT_SESSION_ID(\}|%7D)/gi, id)

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

function portalPage(desk: Desk, portal: PortalSession): string {
  const subscriptions = Object.values(desk.state.stripe.subscriptions).filter(
    (one) => one.customer === portal.customer && one.term.endedAt === null,
  )
  return page(
    'Your billing',
    html`
      <h1>Your billing</h1>
      ${subscriptions.length === 0 && html`<p>There is no running plan.</p>`}
      ${subscriptions.map((one) => portalEntry(desk, portal, one))}
      ${portal.returnUrl !== null && html`<p><a href="${portal.returnUrl}">Return to the site</a></p>`}
      ${standInNote('Stripe')}
    `,
  )
}

function portalEntry(desk: Desk, portal: PortalSession, subscription: Subscription) {
  const offer = soldOffer(subscription.price)
  const { term } = subscription
  const ends = term.cancelAt !== null
  return html`
    <div class="card">
      <dl>
        <dt>Plan</dt>
        <dd>${offer.name}</dd>
        <dt>State</dt>
        <dd>${statusOf(subscription, desk.now()).replace('_', ' ')}</dd>
        <dt>${ends ? 'Ends on' : 'Renews on'}</dt>
        <dd>${longDate(term.cancelAt ?? term.periodEnd)}</dd>
      </dl>
      <form method="post" action="/portal/stripe/${portal.id}/${subscription.id}/${ends ? 'keep' : 'cancel'}">
        <button>${ends ? 'Keep the plan' : 'Cancel at the end of the period'}</button>
      </form>
    </div>
  `
}
