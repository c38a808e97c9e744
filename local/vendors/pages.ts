/** The pages that both payment vendors host: checkout, invoice and billing. */
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Request, type Response, type Router } from 'express'
import { amountPaid, amountRefunded, awaitsPayment, type Billing } from './billing'
import type { Checkout, Invoice } from './records'
import type { Context } from './context'
import { checkoutPage, closedPage, codeIn, invoicePage, portalPage } from './hosted-pages'
import { promotionCode } from './settings'
import { trialEndAfter } from './term'

type Host = {
  vendor: 'Stripe' | 'Chargebee'
  /** Where its checkouts are. */
  paths: string[]
  pathOf: (checkout: Checkout) => string
  successAddress: (checkout: Checkout) => string
  stateOf: (subscription: Billing['state']['subscriptions'][string]) => string
  allowsCodes: (checkout: Checkout) => boolean
  /** Going back closes the page, and an unknown customer is created. */
  isChargebee: boolean
}

/** Like Stripe's checkout, paying waits this long for the site to accept the webhook. */
const acceptMs = 8000

export function hostedRoutes(context: Context, billing: Billing, host: Host): Router {
  const { vendor } = host
  const { state } = billing
  const name = billing.name
  const router = express.Router()
  router.use((_request, _response, next) => {
    billing.advanceAll()
    next()
  })

  const checkoutOf = (key: string): Checkout | undefined => state.checkouts[key.replace(/_secret_.*$/, '')]

  /** At Stripe, a deleted customer's page stays open but cannot be paid. */
  const isPayable = (checkout: Checkout) =>
    billing.isOpen(checkout) && (host.isChargebee || checkout.customer === null || billing.isKnown(checkout.customer))

  function sendPage(response: Response, checkout: Checkout, isWrong = false): void {
    const now = context.now()
    response.send(
      checkoutPage({
        vendor,
        offer: billing.offerOf(checkout),
        trialEnd: checkout.trialDays > 0 ? trialEndAfter(now, checkout.trialDays) : null,
        now,
        address: host.pathOf(checkout),
        framed: checkout.isEmbedded,
        code: host.allowsCodes(checkout) ? (isWrong ? 'wrong' : 'open') : undefined,
      }),
    )
  }

  function sendClosed(response: Response, checkout: Checkout | undefined): void {
    if (!checkout) return sendNotFound(response)
    if (checkout.status === 'complete') {
      const link = checkout.successUrl ? { href: host.successAddress(checkout), text: 'Continue' } : null
      response.send(closedPage(vendor, 'This is paid', 'You do not need to pay again.', link))
      return
    }
    const link = checkout.cancelUrl ? { href: checkout.cancelUrl, text: 'Go to the plans' } : null
    const heading = checkout.status === 'cancelled' ? 'You went back from this page' : 'This page has expired'
    response.send(closedPage(vendor, heading, 'Nothing was paid. You can choose a plan again.', link))
  }

  const sendNotFound = (response: Response) =>
    void response.status(404).send(closedPage(vendor, 'Nothing here', 'This stand-in has no such page.', null))

  async function pay(response: Response, checkout: Checkout | undefined, body: unknown): Promise<void> {
    const canContinue = checkout?.successUrl && (checkout.status === 'complete' || isPayable(checkout))
    if (!checkout || !canContinue) return sendClosed(response, checkout)
    const code = host.allowsCodes(checkout) ? codeIn(body) : ''
    if (code && code !== promotionCode && isPayable(checkout)) return sendPage(response, checkout, true)
    const event = billing.complete(checkout, code === promotionCode)
    const until = Date.now() + acceptMs
    const isAccepted = () => event === null || context.webhooks.stateOf(event) === 'arrived'
    while (!isAccepted() && Date.now() < until) await sleep(10)
    response.redirect(303, host.successAddress(checkout))
  }

  function back(response: Response, checkout: Checkout | undefined): void {
    if (checkout?.isEmbedded && isPayable(checkout)) {
      const words = 'Nothing was paid. You can choose a plan on the page around this one.'
      response.send(closedPage(vendor, 'You went back', words, null))
      return
    }
    if (!checkout?.cancelUrl) return sendClosed(response, checkout)
    if (host.isChargebee && billing.isOpen(checkout)) billing.closeCheckout(checkout, 'cancelled')
    response.redirect(303, checkout.cancelUrl)
  }

  router.use(express.urlencoded({ extended: false }))
  for (const path of host.paths) {
    const given = ({ params }: Request) => checkoutOf(String(params.id))
    router.get(path, (request: Request, response) => {
      const checkout = given(request)
      if (checkout && isPayable(checkout)) sendPage(response, checkout)
      else sendClosed(response, checkout)
    })
    router.post(`${path}/pay`, (request: Request, response) => pay(response, given(request), request.body))
    router.post(`${path}/back`, (request: Request, response) => back(response, given(request)))
  }

  const invoiceView = (invoice: Invoice) => ({
    ...invoice,
    date: invoice.created,
    plan: billing.offerOf(invoice).name,
    paid: amountPaid(invoice) > 0,
    payable: awaitsPayment(invoice),
    refunded: amountRefunded(invoice),
  })
  router.get(`/invoice/${name}/:id`, ({ params: { id } }, response) => {
    const invoice = state.invoices[id]
    if (!invoice) return sendNotFound(response)
    response.send(invoicePage(vendor, `/invoice/${name}/${id}`, invoiceView(invoice)))
  })
  router.post(`/invoice/${name}/:id/pay`, ({ params: { id } }, response) => {
    const invoice = state.invoices[id]
    if (!invoice) return sendNotFound(response)
    billing.pay(invoice)
    response.redirect(303, `/invoice/${name}/${id}`)
  })
  router.get(`/portal/${name}/:key`, ({ params: { key } }, response) => {
    const portal = state.portals[key]
    if (!portal) return sendNotFound(response)
    const plans = Object.values(state.subscriptions)
      .filter((one) => one.customer === portal.customer && one.term.endedAt === null)
      .map((one) => ({
        name: billing.offerOf(one).name,
        state: host.stateOf(one),
        term: one.term,
        open: billing.openInvoicesOf(one).map(invoiceView),
        address: `/portal/${name}/${key}/${one.id}`,
      }))
    response.send(portalPage(vendor, plans, portal.returnUrl))
  })
  router.post(`/portal/${name}/:key/:subscription/:change`, ({ params }, response) => {
    const subscription = state.subscriptions[params.subscription]
    if (!subscription || subscription.customer !== state.portals[params.key]?.customer) return sendNotFound(response)
    const { cancelAt, endedAt, periodEnd } = subscription.term
    // The page may be older than the plan's end. Outdated buttons have no effect.
    if (endedAt === null) {
      if (params.change === 'pay') billing.openInvoicesOf(subscription).forEach(billing.pay)
      if (params.change === 'cancel' && cancelAt === null) billing.scheduleEnd(subscription, periodEnd)
      if (params.change === 'keep' && cancelAt !== null) billing.removeScheduledEnd(subscription)
    }
    response.redirect(303, `/portal/${name}/${params.key}`)
  })
  return router
}
