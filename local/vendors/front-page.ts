import { chargebeeControls, chargebeeCustomerControls } from '@/local/chargebee/control'
import { stripeControls, stripeCustomerControls } from '@/local/stripe/control'
import type { Desk } from './desk'
import { html, page, type Markup } from './html'

/** What a control brings about, the same at both vendors that have it. */
const controlWords: Record<string, string> = {
  'past-due': 'the renewal’s payment fails',
  unpaid: 'the renewal’s payment has failed for good',
  incomplete: 'the first payment waits for the person',
  'pending-payment': 'the last payment takes its time',
  draft: 'the renewal’s invoice is not final yet',
  pause: 'the plan is paused',
  future: 'the plan has not begun yet',
  settle: 'what is open is paid, and the plan runs again',
  'end-period': 'the trial or the paid period ends now, and what follows from that happens',
  'delete-customer': 'the customer is deleted, and their plans end',
}

/** Of the plans that run, the newest. */
const shownPlans = 20

/** Where the stand-ins begin: what there is to look at, and what may be brought about. */
export function frontPage(desk: Desk): string {
  const { stripe, chargebee } = desk.state
  const address = `${desk.settings.origin}/stripe/control/past-due`
  return page(
    'Stand-ins',
    html`
      <h1>The vendors’ stand-ins</h1>
      <p>They take the place of Stripe, Chargebee, Notion and the mail on this machine.</p>
      <ul>
        <li><a href="/inbox">Inbox</a>: every mail and text message</li>
        <li><a href="/faults">Faults</a>: let a vendor fail</li>
        <li><a href="/requests">Requests</a>: what the site asked of them</li>
      </ul>
      <h2>Let something happen to a plan</h2>
      <p>
        By <code>POST /stripe/control/…</code> or <code>/chargebee/control/…</code>, with the plan that it happens to:
      </p>
      <pre><code>curl --json '{"subscription": "sub_…"}' ${address}</code></pre>
      ${controlList('Stripe', stripeControls, stripeCustomerControls)}
      ${controlList('Chargebee', chargebeeControls, chargebeeCustomerControls)}
      <h2>Plans that run</h2>
      ${planList([...runningAt(stripe), ...runningAt(chargebee)])}
    `,
  )
}

function controlList(vendor: string, ofPlans: object, ofCustomers: object): Markup {
  const entry = (rest: string) => (name: string) =>
    html`<li><code>${name}</code>: ${controlWords[name] ?? ''}${rest}</li>`
  return html`
    <h3>${vendor}</h3>
    <ul>
      ${Object.keys(ofPlans).map(entry(''))} ${Object.keys(ofCustomers).map(entry(' (with {"customer": …} instead)'))}
    </ul>
  `
}

type Running = { id: string; customer: string; email: string | null; created: number }

type Kept = {
  subscriptions: Record<string, { id: string; customer: string; created: number; term: { endedAt: number | null } }>
  customers: Record<string, { email?: string | null }>
}

const runningAt = ({ subscriptions, customers }: Kept): Running[] =>
  Object.values(subscriptions)
    .filter(({ term }) => term.endedAt === null)
    .map(({ id, customer, created }) => ({ id, customer, created, email: customers[customer]?.email ?? null }))

function planList(plans: readonly Running[]): Markup {
  if (plans.length === 0) return html`<p class="note">There is none.</p>`
  const newest = plans.toSorted((a, b) => b.created - a.created).slice(0, shownPlans)
  return html`<ul>
    ${newest.map(
      ({ id, customer, email }) =>
        html`<li><code>${id}</code> of ${email ?? 'somebody'}, <code>${customer}</code></li>`,
    )}
  </ul>`
}
