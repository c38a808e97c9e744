/** Pages and routes to control the stand-ins and to see what they received. */
import express, { type Router } from 'express'
import { providers, type Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { controlNames, type Billing } from './billing'
import type { BillingState } from './records'
import type { Context } from './context'
import { readFault } from './faults'
import { html, type Markup, page } from './html'
import { rejectCrossSite } from './routing'

export function controlPanelRoutes(context: Context, billing: Record<Provider, Billing>): Router {
  const { calls, faults } = context
  const router = express.Router()
  router.get('/', (_request, response) => void response.send(frontPage(context)))

  router.get('/faults', (_request, response) => void response.json({ faults: faults.list() }))
  router.post('/faults', rejectCrossSite, express.json(), (request, response) => {
    const fault = readFault(request.body ?? {})
    if (!fault.success) {
      const [issue] = fault.error.issues
      return void response.status(400).json({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` })
    }
    faults.arm(fault.data)
    response.json({ faults: faults.list() })
  })

  router.get('/requests', ({ query: { vendor } }, response) => {
    response.json({ requests: calls.list(typeof vendor === 'string' ? vendor : undefined) })
  })
  router.delete('/requests', rejectCrossSite, (_request, response) => {
    calls.clear()
    response.json({ requests: [] })
  })

  router.use(...providers.options.map((name) => controlRoute(billing[name])))
  return router
}

/** `POST /<vendor>/control/<name> {subscription}`, or `delete-customer {customer}`. */
function controlRoute(billing: Billing): Router {
  const { name, state } = billing
  const names = controlNames[name]
  return express.Router().post(`/${name}/control/:change`, rejectCrossSite, express.json(), (request, response) => {
    const change = String(request.params.change)
    const given = (request.body ?? {}) as { subscription?: unknown; customer?: unknown }
    const subscription = state.subscriptions[String(given.subscription)]
    const customer = state.customers[String(given.customer)]
    if (change === 'delete-customer' && customer) billing.deleteCustomer(customer)
    else if (names.includes(change) && subscription) billing.control(change, subscription)
    else return void response.status(404).json({ error: `There is ${names.join(', ')}, for an existing subscription.` })
    response.json({ done: true })
  })
}

const controlWords: Record<string, string> = {
  'past-due': 'the renewal’s payment fails',
  'action-required': 'the bank asks to confirm the renewal’s payment',
  unpaid: 'the renewal’s payment fails for good',
  incomplete: 'the first payment waits for the customer',
  'pending-payment': 'the last payment is slow',
  draft: 'the renewal’s invoice isn’t final yet',
  pause: 'the plan is paused',
  future: 'the plan hasn’t started yet',
  settle: 'open invoices are paid, and the plan runs again',
  'card-expires': 'the card expires at the end of this month',
  'end-period': 'the trial or the paid period ends now, with everything that follows',
  'delete-customer': 'the customer is deleted, and their plans end (with {"customer": …} instead)',
}

const frontPage = ({ state, settings }: Context): string =>
  page(
    'Stand-ins',
    html`
      <h1>The vendors’ stand-ins</h1>
      <p>They replace Stripe, Chargebee, Notion and the mail server on this machine.</p>
      <ul>
        <li><a href="/inbox">Inbox</a>: every email and text message</li>
        <li><a href="/requests">Requests</a>: what the site sent them</li>
      </ul>
      <h2>Make a vendor fail</h2>
      <pre><code>curl --json '{"vendor": "stripe", "status": 503, "times": 3}' ${settings.origin}/faults</code></pre>
      <h2>Change a plan</h2>
      <p>By <code>POST /stripe/control/…</code> or <code>/chargebee/control/…</code>, with the plan to change:</p>
      <pre><code>curl --json '{"subscription": "sub_…"}' ${settings.origin}/stripe/control/past-due</code></pre>
      ${providers.options.map((name) => [controlList(name), planList(state[name])])}
    `,
  )

const controlList = (name: Provider): Markup => html`
  <h3>${providerName[name]}</h3>
  <ul>
    ${[...controlNames[name], 'delete-customer'].map((one) => html`<li><code>${one}</code>: ${controlWords[one]}</li>`)}
  </ul>
`

/** The newest plans that run. */
const planList = ({ subscriptions, customers }: BillingState): Markup[] =>
  Object.values(subscriptions)
    .filter(({ term }) => term.endedAt === null)
    .slice(-10)
    .map(
      ({ id, customer }) => html`<p><code>${id}</code> of ${customers[customer]?.email}, <code>${customer}</code></p>`,
    )
