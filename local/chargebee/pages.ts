import express, { type Response, type Router } from 'express'
import { bareRecord, type Desk } from '@/local/vendors/context'
import { checkoutPage, closedPage, invoicePage, portalPage } from '@/local/vendors/hosted-pages'
import { completePage, isOpen, trialEndOf, turn } from './hosted-pages'
import { takenIn } from './invoice-wire'
import { paidBack } from './invoices'
import { advanceChargebee, awaitsPayment, dueInvoicesOf, keep, payInvoice, scheduleEnd } from './subscriptions'
import type { HostedPage, PortalSession, Subscription } from './records'
import { soldOffer, statusOf } from './wire'

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
    const plan = soldOffer(desk, invoice.itemPrice).name
    const [paid, refunded] = [takenIn(invoice) > 0, paidBack(invoice)]
    const payAt = awaitsPayment(invoice) ? `/invoice/chargebee/${number}/pay` : null
    response.send(invoicePage({ vendor: 'Chargebee', number, date, plan, amount, currency, paid, payAt, refunded }))
  })
  router.post('/invoice/chargebee/:id/pay', (request, response) => {
    const invoice = desk.state.chargebee.invoices[request.params.id]
    if (!invoice) return notFound(response)
    payInvoice(desk, invoice)
    response.redirect(303, `/invoice/chargebee/${invoice.id}`)
  })
  router.get('/portal/chargebee/:token', (request, response) => {
    const portal = desk.state.chargebee.portals[request.params.token]
    if (!portal) return notFound(response)
    response.send(billingPage(desk, portal))
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
  pay(desk: Desk, subscription: Subscription) {
    for (const invoice of dueInvoicesOf(desk, subscription)) payInvoice(desk, invoice)
  },
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
    offer: soldOffer(desk, hosted.itemPrice),
    quantity: hosted.quantity,
    trialEnd: trialEndOf(desk, hosted),
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

function billingPage(desk: Desk, portal: PortalSession): string {
  const plans = Object.values(desk.state.chargebee.subscriptions)
    .filter((one) => one.customer === portal.customer && one.term.endedAt === null)
    .map((one) => ({
      name: soldOffer(desk, one.itemPrice).name,
      state: statusOf(one, desk.now()),
      term: one.term,
      open: dueInvoicesOf(desk, one).map(({ amount, currency, date: since, underWay = false }) => ({
        amount,
        currency,
        since,
        underWay,
      })),
      address: `/portal/chargebee/${portal.token}/${one.id}`,
    }))
  return portalPage({ vendor: 'Chargebee', plans, returnUrl: portal.redirectUrl })
}
