import express, { type Request, type Router } from 'express'
import { chargebeeControls, chargebeeCustomerControls } from '@/local/chargebee/control'
import { stripeControls, stripeCustomerControls } from '@/local/stripe/control'
import { bareRecord } from './bare-record'
import { localPagesOnly } from './callers'
import type { Desk } from './desk'
import { readFault, vendorNames } from './faults'
import { frontPage } from './front-page'
import { html, page } from './html'

/** What people and tests turn and read at the stand-ins themselves, beside the vendors' own interfaces. */
export function deskRoutes(desk: Desk): Router {
  const router = express.Router()
  router.get('/', (_request, response) => void response.send(frontPage(desk)))

  router.get('/faults', (request, response) => {
    if (request.accepts('html', 'json') === 'json') response.json({ faults: desk.faults.list() })
    else response.send(faultsPage(desk))
  })
  router.post(
    '/faults',
    localPagesOnly,
    express.json(),
    express.urlencoded({ extended: false }),
    (request, response) => {
      const fault = readFault(filled(request))
      if (!fault.success) {
        const [issue] = fault.error.issues
        response.status(400).json({ error: `${issue?.path.join('.') || 'body'}: ${issue?.message}` })
        return
      }
      desk.faults.arm(fault.data)
      if (request.is('application/json')) response.json({ faults: desk.faults.list() })
      else response.redirect(303, '/faults')
    },
  )

  router.get('/requests', (request, response) => {
    const { vendor } = request.query
    response.json({ requests: desk.calls.list(typeof vendor === 'string' ? vendor : undefined) })
  })
  router.delete('/requests', localPagesOnly, (_request, response) => {
    desk.calls.clear()
    response.json({ requests: [] })
  })

  const { stripe, chargebee } = desk.state
  customerControl(router, desk, 'stripe', stripeCustomerControls, (id) => id in stripe.customers)
  customerControl(router, desk, 'chargebee', chargebeeCustomerControls, (id) => id in chargebee.customers)
  control(router, desk, 'stripe', stripeControls, (id) => stripe.subscriptions[id])
  control(router, desk, 'chargebee', chargebeeControls, (id) => chargebee.subscriptions[id])
  return router
}

/** `POST /<vendor>/control/<name> {subscription}`: see the tables of controls for what there is. */
function control<S>(
  router: Router,
  desk: Desk,
  vendor: string,
  controls: Record<string, (desk: Desk, subscription: S) => void>,
  find: (id: string) => S | undefined,
): void {
  const known = bareRecord(controls)
  router.post(`/${vendor}/control/:name`, localPagesOnly, express.json(), (request, response) => {
    const run = known[String(request.params.name)]
    const subscription = find(String((request.body as { subscription?: unknown } | undefined)?.subscription))
    if (!run) response.status(404).json({ error: `There is ${Object.keys(controls).join(', ')}.` })
    else if (!subscription) response.status(404).json({ error: 'There is no such subscription.' })
    else {
      run(desk, subscription)
      desk.changed()
      response.json({ done: true })
    }
  })
}

/** `POST /<vendor>/control/<name> {customer}`; what is not in the table is a matter of subscriptions. */
function customerControl(
  router: Router,
  desk: Desk,
  vendor: string,
  controls: Record<string, (desk: Desk, customer: string) => void>,
  isKnown: (id: string) => boolean,
): void {
  const known = bareRecord(controls)
  router.post(`/${vendor}/control/:name`, localPagesOnly, express.json(), (request, response, next) => {
    const run = known[String(request.params.name)]
    const customer = String((request.body as { customer?: unknown } | undefined)?.customer)
    if (!run) next()
    else if (!isKnown(customer)) response.status(404).json({ error: 'There is no such customer.' })
    else {
      run(desk, customer)
      response.json({ done: true })
    }
  })
}

/** The fields that were filled in; a form sends the others too, empty. */
function filled(request: Request): object {
  return Object.fromEntries(Object.entries((request.body ?? {}) as object).filter(([, value]) => value !== ''))
}

function faultsPage(desk: Desk): string {
  const armed = desk.faults.list()
  return page(
    'Faults',
    html`
      <h1>Faults</h1>
      <p>The next calls of a vendor fail in the way that you choose. Hosted pages and the inbox are not touched.</p>
      ${
        armed.length === 0
          ? html`<p class="note">Nothing is armed.</p>`
          : html`<table>
              <thead>
                <tr>
                  <th>Vendor</th>
                  <th>Calls left</th>
                  <th>What happens</th>
                </tr>
              </thead>
              <tbody>
                ${armed.map(
                  (fault) =>
                    html`<tr>
                      <td>${fault.vendor}</td>
                      <td>${fault.times}</td>
                      <td>
                        ${fault.drop ? 'the connection is cut' : `status ${fault.status ?? 'as usual'}`}, after
                        ${fault.delayMs} ms
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }
      <h2>Arm one</h2>
      <form method="post" action="/faults">
        <label
          >Vendor
          <select name="vendor">
            ${vendorNames.map((name) => html`<option>${name}</option>`)}
          </select></label
        >
        <label>Status <input name="status" inputmode="numeric" value="503" /></label>
        <label>Delay in milliseconds <input name="delayMs" inputmode="numeric" value="0" /></label>
        <label>For how many calls (0 clears) <input name="times" inputmode="numeric" value="1" /></label>
        <button class="first">Set</button>
      </form>
    `,
  )
}
