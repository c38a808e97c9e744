import express, { type Response, type Router } from 'express'
import { nullPrototypeRecord, type Context } from '@/local/vendors/context'
import { checkoutPage, closedPage, codeIn, invoicePage, portalPage } from '@/local/vendors/hosted-pages'
import { promotionCode, promotionPercent } from '@/local/vendors/settings'
import { couponRequest, createCoupon } from './coupons-and-credits'
import { completePage, isOpen, trialEndOf, setPageState } from './hosted-pages'
import { amountPaid } from './invoice-wire'
import { amountRefunded } from './invoices'
import {
  advanceChargebee,
  awaitsPayment,
  dueInvoicesOf,
  removeScheduledEnd,
  payInvoice,
  scheduleEnd,
} from './subscriptions'
import type { HostedPage, PortalSession, Subscription } from './records'
import { getOffer, statusOf } from './wire'

export function chargebeePages(context: Context): Router {
  const router = express.Router()
  router.use((_request, _response, next) => {
    advanceChargebee(context)
    next()
  })
  router.get('/pages/v4/:id/checkout', (request, response) => {
    const hosted = context.state.chargebee.pages[request.params.id]
    if (!hosted || !isOpen(context, hosted)) return sendClosed(response, hosted)
    setPageState(context, hosted, 'requested')
    response.send(openPage(context, hosted))
  })
  router.use(express.urlencoded({ extended: false }))
  router.post('/pages/v4/:id/checkout/pay', (request, response) => {
    const hosted = context.state.chargebee.pages[request.params.id]
    const code = context.settings.promotionCodes ? codeIn(request.body) : ''
    if (hosted && isOpen(context, hosted) && code && code !== promotionCode) {
      return void response.send(openPage(context, hosted, true))
    }
    if (hosted) completePage(context, hosted, code && localCoupon(context))
    if (!hosted?.subscription || hosted.redirectUrl === null) return sendClosed(response, hosted)
    response.redirect(303, returnAddress(hosted))
  })
  router.post('/pages/v4/:id/checkout/back', (request, response) => {
    const hosted = context.state.chargebee.pages[request.params.id]
    if (!hosted || hosted.cancelUrl === null) return sendClosed(response, hosted)
    if (isOpen(context, hosted)) setPageState(context, hosted, 'cancelled')
    response.redirect(303, hosted.cancelUrl)
  })
  router.get('/invoice/chargebee/:id', (request, response) => {
    const invoice = context.state.chargebee.invoices[request.params.id]
    if (!invoice) return notFound(response)
    const { id: number, date, amount, currency } = invoice
    const plan = getOffer(context, invoice.itemPrice).name
    const [paid, refunded] = [amountPaid(invoice) > 0, amountRefunded(invoice)]
    const payAt = awaitsPayment(invoice) ? `/invoice/chargebee/${number}/pay` : null
    response.send(invoicePage({ vendor: 'Chargebee', number, date, plan, amount, currency, paid, payAt, refunded }))
  })
  router.post('/invoice/chargebee/:id/pay', (request, response) => {
    const invoice = context.state.chargebee.invoices[request.params.id]
    if (!invoice) return notFound(response)
    payInvoice(context, invoice)
    response.redirect(303, `/invoice/chargebee/${invoice.id}`)
  })
  router.get('/portal/chargebee/:token', (request, response) => {
    const portal = context.state.chargebee.portals[request.params.token]
    if (!portal) return notFound(response)
    response.send(billingPage(context, portal))
  })
  router.post('/portal/chargebee/:token/:subscription/:change', (request, response) => {
    const portal = context.state.chargebee.portals[request.params.token]
    const subscription = context.state.chargebee.subscriptions[request.params.subscription]
    const change = portalChanges[request.params.change]
    if (!portal || subscription?.customer !== portal.customer || !change) return notFound(response)
    // The page may be older than the plan's end.
    if (subscription.term.endedAt === null) change(context, subscription)
    response.redirect(303, `/portal/chargebee/${portal.token}`)
  })
  return router
}

/** Outdated buttons have no effect. */
const portalChanges = nullPrototypeRecord({
  pay(context: Context, subscription: Subscription) {
    for (const invoice of dueInvoicesOf(context, subscription)) payInvoice(context, invoice)
  },
  cancel(context: Context, subscription: Subscription) {
    if (subscription.term.cancelAt === null) scheduleEnd(context, subscription, subscription.term.periodEnd)
  },
  keep(context: Context, subscription: Subscription) {
    if (subscription.term.cancelAt !== null) removeScheduledEnd(context, subscription)
  },
})

function localCoupon(context: Context): string {
  if (context.state.chargebee.coupons?.[promotionCode]) return promotionCode
  const coupon = { id: promotionCode, name: promotionCode, discount_percentage: promotionPercent }
  return createCoupon(context, couponRequest.parse(coupon)).id
}

function openPage(context: Context, hosted: HostedPage, isWrong = false): string {
  return checkoutPage({
    vendor: 'Chargebee',
    offer: getOffer(context, hosted.itemPrice),
    quantity: hosted.quantity,
    trialEnd: trialEndOf(context, hosted),
    now: context.now(),
    address: `/pages/v4/${hosted.id}/checkout`,
    code: context.settings.promotionCodes ? (isWrong ? 'wrong' : 'open') : undefined,
  })
}

function returnAddress(hosted: HostedPage): string {
  const address = new URL(hosted.redirectUrl ?? '')
  address.searchParams.set('id', hosted.id)
  address.searchParams.set('state', 'succeeded')
  return address.href
}

function sendClosed(response: Response, hosted: HostedPage | undefined): void {
  if (hosted?.subscription) {
    const link = hosted.redirectUrl === null ? null : { href: returnAddress(hosted), text: 'Continue' }
    response.send(closedPage('Chargebee', 'This is paid', 'You do not need to pay again.', link))
  } else if (hosted) {
    const link = hosted.cancelUrl === null ? null : { href: hosted.cancelUrl, text: 'Go to the plans' }
    const heading = hosted.state === 'cancelled' ? 'You went back from this page' : 'This page has expired'
    response.send(closedPage('Chargebee', heading, 'Nothing was paid. You can choose a plan again.', link))
  } else notFound(response)
}

function notFound(response: Response): void {
  response.status(404).send(closedPage('Chargebee', 'Nothing here', 'This stand-in has no such page.', null))
}

function billingPage(context: Context, portal: PortalSession): string {
  const plans = Object.values(context.state.chargebee.subscriptions)
    .filter((one) => one.customer === portal.customer && one.term.endedAt === null)
    .map((one) => ({
      name: getOffer(context, one.itemPrice).name,
      state: statusOf(one, context.now()),
      term: one.term,
      open: dueInvoicesOf(context, one).map(({ amount, currency, date: since, isPaymentPending = false }) => ({
        amount,
        currency,
        since,
        isPaymentPending,
      })),
      address: `/portal/chargebee/${portal.token}/${one.id}`,
    }))
  return portalPage({ vendor: 'Chargebee', plans, returnUrl: portal.redirectUrl })
}
