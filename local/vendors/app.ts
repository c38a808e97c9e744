import express, { type ErrorRequestHandler, type Express } from 'express'
import { chargebeeApi } from '@/local/chargebee/routes'
import { chargebeeDialect, chargebeeStatus } from '@/local/chargebee/wire'
import { collectIdentityMail } from '@/local/inbox/identity-mail'
import { addMessage } from '@/local/inbox/messages'
import { inboxRoutes } from '@/local/inbox/routes'
import { notionPaths, notionStandIn } from '@/local/notion/router'
import { projectId } from '@/local/project'
import { stripeApi } from '@/local/stripe/routes'
import { signature, stripeDialect, stripeStatus } from '@/local/stripe/wire'
import { apiRouter } from './api'
import { createBilling, type Billing } from './billing'
import type { Checkout } from './records'
import { createCallLog } from './call-log'
import { type Context, openState } from './context'
import { controlPanelRoutes } from './control-panel'
import { createFaults } from './faults'
import { hostedRoutes } from './pages'
import { requireLocalHost } from './routing'
import type { Settings } from './settings'
import { scriptRoutes } from './third-party-scripts'
import { createWebhooks } from './webhooks'

type Billings = { stripe: Billing; chargebee: Billing }

const clockMs = 5000
const mailMs = 2000

/**
 * @param file where they store their state
 * @param now milliseconds; tests set the clock
 */
export function createVendors(settings: Settings, file: string, now: () => number = Date.now) {
  const stateFile = openState(file)
  const state = stateFile.value
  const context: Context = {
    settings,
    state,
    changed: stateFile.changed,
    now: () => Math.floor(now() / 1000),
    webhooks: createWebhooks(state.deliveries, stateFile.changed, signersOf(settings)),
    faults: createFaults(),
    calls: createCallLog(now),
    mail(message) {
      addMessage(state.inbox, message, now())
      stateFile.changed()
    },
  }
  const dialects = { stripe: stripeDialect(() => billing.stripe), chargebee: chargebeeDialect(() => billing.chargebee) }
  const billing: Billings = {
    stripe: createBilling(context, dialects.stripe),
    chargebee: createBilling(context, dialects.chargebee),
  }
  const timers: NodeJS.Timeout[] = []
  return {
    app: assemble(context, billing),
    context,
    billing,
    start(): void {
      context.webhooks.start()
      const clock = () => {
        for (const one of Object.values(billing)) one.advanceAll()
      }
      timers.push(
        setInterval(clock, clockMs),
        setInterval(() => void collectIdentityMail(context, projectId), mailMs),
      )
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer)
      context.webhooks.stop()
      stateFile.flush()
    },
  }
}

function signersOf({ siteAddress, stripe, chargebee }: Settings) {
  const basic = Buffer.from(`${chargebee.webhookUser}:${chargebee.webhookPassword}`).toString('base64')
  return {
    stripe: (body: string) => ({
      url: `${siteAddress}/api/stripe/webhook`,
      headers: { 'stripe-signature': signature(body, stripe.webhookSecret, Math.floor(Date.now() / 1000)) },
    }),
    chargebee: () => ({
      url: `${siteAddress}/api/chargebee/webhook`,
      headers: { authorization: `Basic ${basic}` },
    }),
  }
}

/** The braces may be percent-encoded. */
const stripeSuccess = ({ successUrl, id }: Checkout) => successUrl.replace(/(\{|%7B)CHECKOUT_SESSION_ID(\}|%7D)/gi, id)

function chargebeeSuccess({ successUrl, id }: Checkout): string {
  const address = new URL(successUrl)
  address.searchParams.set('id', id)
  address.searchParams.set('state', 'succeeded')
  return address.href
}

function paymentPages(context: Context, { stripe, chargebee }: Billings) {
  return [
    hostedRoutes(context, stripe, {
      vendor: 'Stripe',
      paths: ['/checkout/stripe/embedded/:id', '/checkout/stripe/:id'],
      pathOf: ({ id, isEmbedded }) => `/checkout/stripe/${isEmbedded ? 'embedded/' : ''}${id}`,
      successAddress: stripeSuccess,
      stateOf: (one) => stripeStatus(one, context.now()),
      allowsCodes: ({ allowsCodes }) => allowsCodes,
      isChargebee: false,
    }),
    hostedRoutes(context, chargebee, {
      vendor: 'Chargebee',
      paths: ['/pages/v4/:id/checkout'],
      pathOf: ({ id }) => `/pages/v4/${id}/checkout`,
      successAddress: chargebeeSuccess,
      stateOf: (one) => chargebeeStatus(one, context.now()),
      allowsCodes: () => context.settings.promotionCodes ?? false,
      isChargebee: true,
    }),
  ]
}

function assemble(context: Context, billing: Billings): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'extended')
  app.use(requireLocalHost)
  app.use('/api/v2', apiRouter(context, chargebeeApi(context, billing.chargebee)))
  const notion = notionStandIn(context)
  app.use((request, response, next) => (notionPaths.test(request.path) ? notion.api(request, response, next) : next()))
  app.use('/v1', apiRouter(context, stripeApi(context, billing.stripe)))
  app.use(
    controlPanelRoutes(context, billing),
    inboxRoutes(context),
    ...paymentPages(context, billing),
    notion.files,
    notion.controls,
    scriptRoutes(context),
  )
  app.use((_request, response) => void response.status(404).json({ error: 'There is nothing at this address.' }))
  app.use(refused, failed)
  return app
}

const refused: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : NaN
  if (status >= 400 && status < 500) response.status(status).json({ error: (error as Error).message })
  else next(error)
}

/** Logged, so that it is never mistaken for a vendor's answer. */
const failed: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  console.error(`${request.method} ${request.originalUrl}`, error)
  response.status(500).json({ error: { type: 'api_error', message: 'The stand-in itself failed; see its log.' } })
}
