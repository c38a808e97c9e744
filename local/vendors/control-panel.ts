/** Pages and routes to control the stand-ins and to see what they received. */
import express, { type Request, type Router } from 'express'
import { providers, type Provider } from '@/lib/contract/plan'
import { providerName } from '@/lib/contract/plan-words'
import { controlNames, type Billing } from './billing'
import type { BillingState } from './records'
import type { Context } from './context'
import { readFault, vendorNames } from './faults'
import { html, type Markup, page } from './html'
import { rejectCrossSite } from './routing'

export function controlPanelRoutes(context: Context, billing: Record<Provider, Billing>): Router {
  const { calls, faults } = context
  const router = express.Router()
  router.get('/', (_request, response) => void response.send(frontPage(context)))

  router.get('/faults', (request, response) => {
    if (request.accepts('html', 'json') === 'json') response.json({ faults: faults.list() })
    else response.send(faultsPage(context))
  })
  const form = express.urlencoded({ extended: false })
  router.post('/faults', rejectCrossSite, express.json(), form, (request, response) => {
    const fault = readFault(filled(request))
    if (!fault.success) {
      const [issue] = fault.error.issues
      return void response.status(400).json({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` })
    }
    faults.arm(fault.data)
    if (request.is('application/json')) response.json({ faults: faults.list() })
    else response.redirect(303, '/faults')
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

/** A form sends empty fields too. */
const filled = (request: Request): object =>
  Object.fromEntries(Object.entries((request.body ?? {}) as object).filter(([, value]) => value !== ''))

const faultsPage = ({ faults }: Context): string =>
  page(
    'Faults',
    html`
      <h1>Faults</h1>
      <p>Make the next calls to a vendor fail. Hosted pages and the inbox aren’t affected.</p>
      <ul>
        ${faults.list().map(({ vendor, times, status, drop }) => html`<li>${vendor}, next ${times} calls: ${drop ? 'cut off' : (status ?? 'late')}</li>`)}
      </ul>
      <h2>Set a fault</h2>
      <form method="post" action="/faults">
        <label>
          Vendor
          <select name="vendor">
            ${vendorNames.map((name) => html`<option>${name}</option>`)}
          </select>
        </label>
        <label>Status <input name="status" inputmode="numeric" value="503" /></label>
        <label>Delay in milliseconds <input name="delayMs" inputmode="numeric" value="0" /></label>
        <label>For how many calls (0 clears) <input name="times" inputmode="numeric" value="1" /></label>
        <button class="first">Set</button>
      </form>
    `,
  )

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
        <li><a href="/faults">Faults</a>: make a vendor fail</li>
        <li><a href="/requests">Requests</a>: what the site sent them</li>
      </ul>
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
