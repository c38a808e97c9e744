import express, { type Response, type Router } from 'express'
import { billingRoutes, sendNotFound } from '@/local/vendors/billing-routes'
import type { Context } from '@/local/vendors/context'
import { checkoutPage, closedPage, codeIn } from '@/local/vendors/hosted-pages'
import { promotionCode } from '@/local/vendors/settings'
import {
  awaitsPayment,
  removeScheduledEnd,
  openInvoicesOf,
  payInvoice,
  scheduleEnd,
  emitSubscription,
  statusOf,
} from './subscriptions'
import type { Session, Subscription } from './records'
import { advanceStripe } from './router'
import { completeSession, isPayable, trialEndOf } from './checkout-sessions'
import { getOffer } from './catalogue'

/** Like Checkout, paying waits this long for the site to accept the webhook. */
const acceptMs = 8000

export function stripePages(context: Context): Router {
  const router = express.Router()
  router.use((_request, _response, next) => {
    advanceStripe(context)
    next()
  })
  router.get('/checkout/stripe/:id', (request, response) => {
    const session = context.state.stripe.sessions[request.params.id]
    if (session && isPayable(context, session)) response.send(openPage(context, session))
    else sendClosed(response, session)
  })
  router.use(express.urlencoded({ extended: false }))
  router.post('/checkout/stripe/:id/pay', ({ params, body }, response) => pay(context, params.id, body, response))
  router.get('/checkout/stripe/embedded/:key', (request, response) => {
    const session = embeddedSession(context, request.params.key)
    if (session && isPayable(context, session)) response.send(openPage(context, session))
    else sendClosed(response, session)
  })
  router.post('/checkout/stripe/embedded/:key/pay', ({ params, body }, response) =>
    pay(context, embeddedSession(context, params.key)?.id ?? '', body, response),
  )
  router.post('/checkout/stripe/embedded/:key/back', (request, response) => {
    const session = embeddedSession(context, request.params.key)
    if (!session || !isPayable(context, session)) return sendClosed(response, session)
    response.send(
      closedPage(
        'Stripe',
        'You went back',
        'Nothing was paid. You can choose a plan on the page around this one.',
        null,
      ),
    )
  })
  router.post('/checkout/stripe/:id/back', (request, response) => {
    const session = context.state.stripe.sessions[request.params.id]
    if (!session?.cancelUrl) return sendClosed(response, session)
    response.redirect(303, session.cancelUrl)
  })
  router.use(stripeBilling(context))
  return router
}

function stripeBilling(context: Context): Router {
  const update = (subscription: Subscription) => emitSubscription(context, 'updated', subscription)
  return billingRoutes('Stripe', context.state.stripe, {
    invoiceView: (invoice) => ({
      ...invoice,
      date: invoice.created,
      plan: getOffer(context, invoice.price).name,
      paid: invoice.status === 'paid',
      payable: awaitsPayment(invoice),
    }),
    pay: (invoice) => payInvoice(context, invoice),
    planView: (one) => ({ name: getOffer(context, one.price).name, state: statusOf(one, context.now()) }),
    openInvoices: (subscription) => openInvoicesOf(context, subscription),
    returnUrl: ({ returnUrl }) => returnUrl,
    cancel(subscription) {
      // Stripe's portal sets a date without the flag.
      scheduleEnd(context, subscription, { at: subscription.term.periodEnd, byFlag: false })
      update(subscription)
    },
    keep(subscription) {
      removeScheduledEnd(subscription)
      update(subscription)
    },
  })
}

/** @param key its id or its client secret */
function embeddedSession(context: Context, key: string): Session | undefined {
  const session = context.state.stripe.sessions[key.replace(/_secret_.*$/, '')]
  return session?.uiMode === 'embedded_page' ? session : undefined
}

const continueUrl = ({ successUrl, returnUrl }: Session) => successUrl ?? returnUrl

async function pay(context: Context, id: string, body: unknown, response: Response): Promise<void> {
  const session = context.state.stripe.sessions[id]
  const canContinue = session && continueUrl(session) && (session.status === 'complete' || isPayable(context, session))
  if (!canContinue) return sendClosed(response, session)
  const code = session.allowsCodes ? codeIn(body) : ''
  if (code && code !== promotionCode) return void response.send(openPage(context, session, true))
  const event = completeSession(context, session, code === promotionCode)
  if (event) await context.webhooks.accepted(event, acceptMs)
  response.redirect(303, successAddress(session))
}

function openPage(context: Context, session: Session, isWrong = false): string {
  const now = context.now()
  return checkoutPage({
    vendor: 'Stripe',
    offer: getOffer(context, session.price),
    trialEnd: trialEndOf(session, now),
    now,
    address: `/checkout/stripe/${session.uiMode === 'embedded_page' ? 'embedded/' : ''}${session.id}`,
    framed: session.uiMode === 'embedded_page',
    code: session.allowsCodes ? (isWrong ? 'wrong' : 'open') : undefined,
  })
}

/** The braces may be percent-encoded. */
const successAddress = (session: Session) =>
  (continueUrl(session) ?? '').replace(/(\{|%7B)CHECKOUT_SESSION_ID(\}|%7D)/gi, session.id)

function sendClosed(response: Response, session: Session | undefined): void {
  if (session?.status === 'complete') {
    const link = { href: successAddress(session), text: 'Continue' }
    response.send(closedPage('Stripe', 'This is paid', 'You do not need to pay again.', link))
  } else if (session) {
    const link = session.cancelUrl ? { href: session.cancelUrl, text: 'Go to the plans' } : null
    response.send(closedPage('Stripe', 'This page has expired', 'Nothing was paid. You can choose a plan again.', link))
  } else sendNotFound(response, 'Stripe')
}
