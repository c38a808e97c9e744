import { money } from '@/lib/contract/money'
import { standInNote } from './checkout-page'
import { html, longDate, page, type Markup } from './html'
import type { Term } from './term'

/** An invoice that is not paid, of either vendor. Times are in seconds. */
type OpenInvoice = { amount: number; currency: string; since: number; underWay: boolean }

type PortalPlan = {
  name: string
  state: string
  term: Term
  /** Oldest first. */
  open: readonly OpenInvoice[]
  /** Where its buttons send their forms: `pay`, `keep` and `cancel` beneath it. */
  address: string
}

type Portal = { vendor: string; plans: readonly PortalPlan[]; returnUrl: string | null }

/** The page at which a person sees what they have, pays what is open of it, and ends it. */
export function portalPage({ vendor, plans, returnUrl }: Portal): string {
  return page(
    'Your billing',
    html`
      <h1>Your billing</h1>
      ${plans.length === 0 && html`<p>There is no running plan.</p>`} ${plans.map(entry)}
      ${returnUrl !== null && html`<p><a href="${returnUrl}">Return to the site</a></p>`} ${standInNote(vendor)}
    `,
  )
}

function entry({ name, state, term, open, address }: PortalPlan): Markup {
  const ends = term.cancelAt !== null
  return html`
    <div class="card">
      <dl>
        <dt>Plan</dt>
        <dd>${name}</dd>
        <dt>State</dt>
        <dd>${state.replace('_', ' ')}</dd>
        ${openLines(open)} ${courseLine(term)}
      </dl>
      <div class="actions">
        ${
          open.some(({ underWay }) => !underWay) &&
          html`<form method="post" action="${address}/pay">
            <button class="first">Pay the open invoice</button>
          </form>`
        }
        <form method="post" action="${address}/${ends ? 'keep' : 'cancel'}">
          <button>${ends ? 'Keep the plan' : 'Cancel at the end of the period'}</button>
        </form>
      </div>
    </div>
  `
}

const openLines = (open: readonly OpenInvoice[]) =>
  open.map(
    ({ amount, currency, since, underWay }) =>
      html`<dt>Not paid</dt>
        <dd>${money(amount, currency)} since ${longDate(since)}${underWay && ', payment in progress'}</dd>`,
  )

/** What comes next by itself: nothing does while a payment is missing, or the plan is held. */
function courseLine({ cancelAt, periodEnd, pastDue, held }: Term) {
  if (cancelAt === null && (pastDue || held)) return null
  return html`<dt>${cancelAt === null ? 'Renews on' : 'Ends on'}</dt>
    <dd>${longDate(cancelAt ?? periodEnd)}</dd>`
}
