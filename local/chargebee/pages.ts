import express, { type Response, type Router } from 'express'
import { billingRoutes, sendNotFound } from '@/local/vendors/billing-routes'
import type { Context } from '@/local/vendors/context'
import { checkoutPage, closedPage, codeIn } from '@/local/vendors/hosted-pages'
import { promotionCode } from '@/local/vendors/settings'
import { getOffer, trialEndOf } from './catalogue'
import { completePage, isOpen, setPageState } from './hosted-pages'
import { amountPaid, amountRefunded } from './invoices'
import {
  advanceChargebee,
  awaitsPayment,
  dueInvoicesOf,
  removeScheduledEnd,
  payInvoice,
  scheduleEnd,
  statusOf,
} from './subscriptions'
import type { HostedPage } from './records'

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
    if (hosted) completePage(context, hosted, code === promotionCode)
    if (!hosted?.subscription || hosted.redirectUrl === null) return sendClosed(response, hosted)
    response.redirect(303, returnAddress(hosted))
  })
  router.post('/pages/v4/:id/checkout/back', (request, response) => {
    const hosted = context.state.chargebee.pages[request.params.id]
    if (!hosted || hosted.cancelUrl === null) return sendClosed(response, hosted)
    if (isOpen(context, hosted)) setPageState(context, hosted, 'cancelled')
    response.redirect(303, hosted.cancelUrl)
  })
  router.use(chargebeeBilling(context))
  return router
}

function chargebeeBilling(context: Context): Router {
  return billingRoutes('Chargebee', context.state.chargebee, {
    invoiceView: (invoice) => ({
      ...invoice,
      number: invoice.id,
      plan: getOffer(context, invoice.itemPrice).name,
      paid: amountPaid(invoice) > 0,
      payable: awaitsPayment(invoice),
      refunded: amountRefunded(invoice),
    }),
    pay: (invoice) => payInvoice(context, invoice),
    planView: (one) => ({ name: getOffer(context, one.itemPrice).name, state: statusOf(one, context.now()) }),
    openInvoices: (subscription) => dueInvoicesOf(context, subscription),
    returnUrl: ({ redirectUrl }) => redirectUrl,
    cancel: (subscription) => scheduleEnd(context, subscription, subscription.term.periodEnd),
    keep: (subscription) => removeScheduledEnd(context, subscription),
  })
}

function openPage(context: Context, hosted: HostedPage, isWrong = false): string {
  return checkoutPage({
    vendor: 'Chargebee',
    offer: getOffer(context, hosted.itemPrice),
    trialEnd: trialEndOf(context, hosted.itemPrice, hosted.trialEnd),
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
  } else sendNotFound(response, 'Chargebee')
}
