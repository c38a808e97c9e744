/** The invoice and billing pages of both payment vendors. */
import express, { type Response, type Router } from 'express'
import { nullPrototypeRecord } from './context'
import { closedPage, invoicePage, type InvoiceView, portalPage } from './hosted-pages'
import type { Term } from './term'

type Plan = { id: string; customer: string; term: Term }

type State<Invoice, Subscription, Portal> = {
  invoices: Record<string, Invoice>
  subscriptions: Record<string, Subscription>
  portals: Record<string, Portal>
}

type Billing<Invoice, Subscription, Portal> = {
  invoiceView(invoice: Invoice): InvoiceView
  pay(invoice: Invoice): void
  planView(subscription: Subscription): { name: string; state: string }
  openInvoices(subscription: Subscription): Invoice[]
  returnUrl(portal: Portal): string | null
  cancel(subscription: Subscription): void
  keep(subscription: Subscription): void
}

export function billingRoutes<Invoice, Subscription extends Plan, Portal extends { customer: string }>(
  vendor: 'Stripe' | 'Chargebee',
  { invoices, subscriptions, portals }: State<Invoice, Subscription, Portal>,
  billing: Billing<Invoice, Subscription, Portal>,
): Router {
  const name = vendor.toLowerCase()
  const router = express.Router()

  /** Outdated buttons have no effect. */
  const changes = nullPrototypeRecord<(subscription: Subscription) => void>({
    pay(subscription) {
      for (const invoice of billing.openInvoices(subscription)) billing.pay(invoice)
    },
    cancel(subscription) {
      if (subscription.term.cancelAt === null) billing.cancel(subscription)
    },
    keep(subscription) {
      if (subscription.term.cancelAt !== null) billing.keep(subscription)
    },
  })

  router.get(`/invoice/${name}/:id`, ({ params: { id } }, response) => {
    const invoice = invoices[id]
    if (!invoice) return sendNotFound(response, vendor)
    response.send(invoicePage({ vendor, address: `/invoice/${name}/${id}`, ...billing.invoiceView(invoice) }))
  })
  router.post(`/invoice/${name}/:id/pay`, ({ params: { id } }, response) => {
    const invoice = invoices[id]
    if (!invoice) return sendNotFound(response, vendor)
    billing.pay(invoice)
    response.redirect(303, `/invoice/${name}/${id}`)
  })
  router.get(`/portal/${name}/:key`, ({ params: { key } }, response) => {
    const portal = portals[key]
    if (!portal) return sendNotFound(response, vendor)
    const plans = Object.values(subscriptions)
      .filter((one) => one.customer === portal.customer && one.term.endedAt === null)
      .map((one) => ({
        ...billing.planView(one),
        term: one.term,
        open: billing.openInvoices(one).map(billing.invoiceView),
        address: `/portal/${name}/${key}/${one.id}`,
      }))
    response.send(portalPage({ vendor, plans, returnUrl: billing.returnUrl(portal) }))
  })
  router.post(`/portal/${name}/:key/:subscription/:change`, ({ params }, response) => {
    const portal = portals[params.key]
    const subscription = subscriptions[params.subscription]
    const change = changes[params.change]
    if (!portal || subscription?.customer !== portal.customer || !change) return sendNotFound(response, vendor)
    // The page may be older than the plan's end.
    if (subscription.term.endedAt === null) change(subscription)
    response.redirect(303, `/portal/${name}/${params.key}`)
  })
  return router
}

export function sendNotFound(response: Response, vendor: string): void {
  response.status(404).send(closedPage(vendor, 'Nothing here', 'This stand-in has no such page.', null))
}
