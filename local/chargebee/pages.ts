import express, { type Response, type Router } from 'express'
import { bareRecord } from '@/local/vendors/bare-record'
import { checkoutPage, closedPage, standInNote } from '@/local/vendors/checkout-page'
import type { Desk } from '@/local/vendors/desk'
import { html, longDate, page } from '@/local/vendors/html'
import { invoicePage } from '@/local/vendors/invoice-page'
import { completePage, isOpen, trialEndOf, turn } from './hosted-pages'
import { takenIn } from './invoice-wire'
import { paidBack } from './invoices'
import type { HostedPage, PortalSession, Subscription } from './records'
import { advanceChargebee, keep, scheduleEnd } from './subscriptions'
import { soldOffer } from './catalogue-wire'
import { statusOf } from './subscription-wire'

/** The pages of Chargebee's that a person's browser visits. */
export function chargebeePages(desk: Desk): Router {
  const router = express.Router()
  router.use((_request, _response, next) => {
    advanceChargebee(desk)
    next()
  })
  router.get('/pages/v4/:id/checkout', (request, response) => {
    const hosted = desk.state.chargebee.pages[request.params.id]
    if (!hosted || !isOpen(desk, hosted)) return sendClosed(response, hosted)
    turn(desk, hosted, 'requested')
    response.send(openPage(desk, hosted))
  })
  router.post('/pages/v4/:id/checkout/pay', (request, response) => {
    const hosted = desk.state.chargebee.pages[request.params.id]
    if (hosted) completePage(desk, hosted)
    if (!hosted?.subscription || hosted.redirectUrl === null) return sendClosed(response, hosted)
    response.redirect(303, returnAddress(hosted))
  })
  router.post('/pages/v4/:id/checkout/back', (request, response) => {
    const hosted = desk.state.chargebee.pages[request.params.id]
    if (!hosted || hosted.cancelUrl === null) return sendClosed(response, hosted)
    if (isOpen(desk, hosted)) turn(desk, hosted, 'cancelled')
    response.redirect(303, hosted.cancelUrl)
  })
  router.get('/invoice/chargebee/:id', (request, response) => {
    const invoice = desk.state.chargebee.invoices[request.params.id]
    if (!invoice) return notFound(response)
    const { id: number, date, amount, currency } = invoice
    const plan = soldOffer(invoice.itemPrice).name
    const [paid, refunded] = [takenIn(invoice) > 0, paidBack(invoice)]
    response.send(invoicePage({ vendor: 'Chargebee', number, date, plan, amount, currency, paid, refunded }))
  })
  router.get('/portal/chargebee/:token', (request, response) => {
    const portal = desk.state.chargebee.portals[request.params.token]
    if (!portal) return notFound(response)
    response.send(portalPage(desk, portal))
  })
  router.post('/portal/chargebee/:token/:subscription/:change', (request, response) => {
    const portal = desk.state.chargebee.portals[request.params.token]
    const subscription = desk.state.chargebee.subscriptions[request.params.subscription]
    const change = portalChanges[request.params.change]
    if (!portal || subscription?.customer !== portal.customer || !change) return notFound(response)
    // The page that was pressed on may be older than the plan's end.
    if (subscription.term.endedAt === null) change(desk, subscription)
    response.redirect(303, `/portal/chargebee/${portal.token}`)
  })
  return router
}

/** What the portal's buttons do. One that a later page would not have any more does nothing. */
const portalChanges = bareRecord({
  cancel(desk: Desk, subscription: Subscription) {
    if (subscription.term.cancelAt === null) scheduleEnd(desk, subscription, subscription.term.periodEnd)
  },
  keep(desk: Desk, subscription: Subscription) {
    if (subscription.term.cancelAt !== null) keep(desk, subscription)
  },
})

function openPage(desk: Desk, hosted: HostedPage): string {
  return checkoutPage({
    vendor: 'Chargebee',
    offer: soldOffer(hosted.itemPrice),
    quantity: hosted.quantity,
    trialEnd: trialEndOf(hosted, desk.now()),
    now: desk.now(),
    address: `/pages/v4/${hosted.id}/checkout`,
  })
}

/** Where the person goes after paying: the caller's address, which learns the page and its state. */
function returnAddress(hosted: HostedPage): string {
  const address = new URL(hosted.redirectUrl ?? '')
  address.searchParams.set('id', hosted.id)
  address.searchParams.set('state', 'succeeded')
  return address.href
}

function sendClosed(response: Response, hosted: HostedPage | undefined): void {
  if (hosted?.subscription) {
    const way = hosted.redirectUrl === null ? null : { href: returnAddress(hosted), text: 'Continue' }
    response.send(closedPage('Chargebee', 'This is paid', 'You do not need to pay again.', way))
  } else if (hosted) {
    const way = hosted.cancelUrl === null ? null : { href: hosted.cancelUrl, text: 'Go to the plans' }
    const heading = hosted.state === 'cancelled' ? 'You went back from this page' : 'This page has expired'
    response.send(closedPage('Chargebee', heading, 'Nothing was paid. You can choose a plan again.', way))
  } else notFound(response)
}

function notFound(response: Response): void {
  response.status(404).send(closedPage('Chargebee', 'Nothing here', 'There is no such page at this stand-in.', null))
}

function portalPage(desk: Desk, portal: PortalSession): string {
  const subscriptions = Object.values(desk.state.chargebee.subscriptions).filter(
    (one) => one.customer === portal.customer && one.term.endedAt === null,
  )
  return page(
    'Your billing',
    html`
      <h1>Your billing</h1>
      ${subscriptions.length === 0 && html`<p>There is no running plan.</p>`}
      ${subscriptions.map((one) => portalEntry(desk, portal, one))}
      ${portal.redirectUrl !== null && html`<p><a href="${portal.redirectUrl}">Return to the site</a></p>`}
      ${standInNote('Chargebee')}
    `,
  )
}

function portalEntry(desk: Desk, portal: PortalSession, subscription: Subscription) {
  const { term } = subscription
  const ends = term.cancelAt !== null
  return html`
    <div class="card">
      <dl>
        <dt>Plan</dt>
        <dd>${soldOffer(subscription.itemPrice).name}</dd>
        <dt>State</dt>
        <dd>${statusOf(subscription, desk.now()).replace('_', ' ')}</dd>
        <dt>${ends ? 'Ends on' : 'Renews on'}</dt>
        <dd>${longDate(term.cancelAt ?? term.periodEnd)}</dd>
      </dl>
      <form method="post" action="/portal/chargebee/${portal.token}/${subscription.id}/${ends ? 'keep' : 'cancel'}">
        <button>${ends ? 'Keep the plan' : 'Cancel at the end of the period'}</button>
      </form>
    </div>
  `
}
