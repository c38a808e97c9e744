import express, { type ErrorRequestHandler, type Express } from 'express'
import { advanceChargebee } from '@/local/chargebee/subscriptions'
import { chargebeePages } from '@/local/chargebee/pages'
import { chargebeeRouter } from '@/local/chargebee/router'
import { collectIdentityMail } from '@/local/inbox/identity-mail'
import { addMessage } from '@/local/inbox/messages'
import { inboxRoutes } from '@/local/inbox/routes'
import { notionPaths, notionStandIn } from '@/local/notion/router'
import { projectId } from '@/local/project'
import { scriptRoutes } from './third-party-scripts'
import { signature } from '@/local/stripe/events'
import { stripePages } from '@/local/stripe/pages'
import { advanceStripe, stripeRouter } from '@/local/stripe/router'
import { requireLocalHost } from './routing'
import { type Context, openState } from './context'
import { controlPanelRoutes } from './control-panel'
import { createFaults } from './faults'
import { createCallLog } from './call-log'
import type { Settings } from './settings'
import { createWebhooks } from './webhooks'

type Vendors = {
  app: Express
  context: Context
  start(): void
  stop(): void
}

const clockMs = 5000
const mailMs = 2000

/**
 * @param file where they store their state
 * @param now milliseconds; tests set the clock
 */
export function createVendors(settings: Settings, file: string, now: () => number = Date.now): Vendors {
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
  const timers: NodeJS.Timeout[] = []
  return {
    app: assemble(context),
    context,
    start() {
      context.webhooks.start()
      const clock = () => {
        advanceStripe(context)
        advanceChargebee(context)
      }
      timers.push(
        setInterval(clock, clockMs),
        setInterval(() => void collectIdentityMail(context, projectId), mailMs),
      )
    },
    stop() {
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

function assemble(context: Context): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'extended')
  app.use(requireLocalHost)
  app.use('/api/v2', chargebeeRouter(context))
  const notion = notionStandIn(context)
  const stripe = stripeRouter(context)
  app.use((request, response, next) => (notionPaths.test(request.path) ? notion.api(request, response, next) : next()))
  app.use('/v1', stripe)
  app.use(
    controlPanelRoutes(context),
    inboxRoutes(context),
    stripePages(context),
    chargebeePages(context),
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
