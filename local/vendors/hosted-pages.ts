/** The checkout, invoice and billing pages that both payment vendors host. */
import { money } from '@/lib/contract/format'
import { siteName } from '@/lib/site'
import type { Offer } from './catalogue'
import { html, longDate, type Markup, page } from './html'
import type { Term } from './term'

type Purchase = {
  vendor: string
  offer: Offer
  /** Seconds; null when the first payment is due at once. */
  trialEnd: number | null
  now: number
  /** Base of the forms' addresses: `pay` and `back`. */
  address: string
  /** True inside an iframe: paying then navigates the parent page. */
  framed: boolean
  /** Shows a field for a promotion code; `wrong` if an unknown one was entered. */
  code: 'open' | 'wrong' | undefined
}

/** The promotion code of a submitted form. */
export function codeIn(body: unknown): string {
  const { code } = (body ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code.trim().toUpperCase() : ''
}

const row = (term: string, value: string | number) =>
  html`<dt>${term}</dt>
    <dd>${value}</dd>`

const standInNote = (vendor: string): Markup =>
  html`<p class="note">
    This page stands in for ${vendor} on this machine. It doesn’t ask for a card, and no money moves.
  </p>`

export function checkoutPage({ vendor, offer, trialEnd, now, address, framed, code }: Purchase): string {
  const price = money(offer.amount, offer.currency)
  const days = trialEnd !== null && Math.round((trialEnd - now) / 86_400)
  return page(
    `Pay · ${siteName}`,
    html`
      <h1>Check your plan and pay</h1>
      <dl class="card">
        ${row('Plan', `${siteName}: ${offer.name}`)}
        ${trialEnd !== null && row('Free trial', `${days} days, until ${longDate(trialEnd)}`)}
        ${row('Today', money(trialEnd === null ? offer.amount : 0, offer.currency))}
        ${row('First charge', `${price} on ${longDate(trialEnd ?? now)}`)}
        ${row('Then', `${price} every ${offer.interval}, until you cancel`)}
      </dl>
      <div class="actions">
        <form method="post" action="${address}/pay" target="${framed ? '_top' : '_self'}">
          ${code && html`<label>Promotion code <input name="code" autocomplete="off" /></label>`}
          ${code === 'wrong' && html`<p role="alert">This code isn’t valid.</p>`} <button class="first">Pay</button>
        </form>
        <form method="post" action="${address}/back"><button>Go back</button></form>
      </div>
      ${standInNote(vendor)}
    `,
  )
}

type Link = { href: string; text: string }

export const closedPage = (vendor: string, heading: string, words: string, link: Link | null): string =>
  page(
    `${heading} · ${siteName}`,
    html`
      <h1>${heading}</h1>
      <p>${words}</p>
      ${link && html`<p><a href="${link.href}">${link.text}</a></p>`} ${standInNote(vendor)}
    `,
  )

type InvoiceView = {
  number: string
  /** Seconds. */
  date: number
  plan: string
  amount: number
  currency: string
  paid: boolean
  /** Neither settled nor being paid. */
  payable: boolean
  refunded: number
}

const payForm = (address: string) =>
  html`<form method="post" action="${address}/pay"><button class="first">Pay the open invoice</button></form>`

/** @param address base of the form's address: `pay` */
export function invoicePage(vendor: string, address: string, invoice: InvoiceView): string {
  const { number, date, plan, amount, currency, paid, payable, refunded } = invoice
  return page(
    `Invoice ${number}`,
    html`
      <h1>Invoice ${number}</h1>
      <dl class="card">
        ${row('Date', longDate(date))} ${row('Plan', plan)} ${row('Amount', money(amount, currency))}
        ${row('State', paid ? 'Paid' : 'Not paid')} ${refunded > 0 && row('Refunded', money(refunded, currency))}
      </dl>
      ${payable && payForm(address)} ${standInNote(vendor)}
    `,
  )
}

type PortalPlan = {
  name: string
  state: string
  term: Term
  /** Oldest first. */
  open: readonly InvoiceView[]
  /** Base of the forms' addresses: `pay`, `keep` and `cancel`. */
  address: string
}

export function portalPage(vendor: string, plans: readonly PortalPlan[], returnUrl: string | null): string {
  return page(
    'Your billing',
    html`
      <h1>Your billing</h1>
      ${plans.length === 0 && html`<p>You don’t have an active plan.</p>`} ${plans.map(portalEntry)}
      ${returnUrl !== null && html`<p><a href="${returnUrl}">Return to the site</a></p>`} ${standInNote(vendor)}
    `,
  )
}

function portalEntry({ name, state, term, open, address }: PortalPlan): Markup {
  const { cancelAt, periodEnd, pastDue, suspension } = term
  const unpaid = open.map(({ amount, currency, date, payable }) =>
    row('Not paid', `${money(amount, currency)} since ${longDate(date)}${payable ? '' : ', payment in progress'}`),
  )
  // Nothing is due while a payment is missing or the plan is paused.
  const isWaiting = cancelAt === null && (pastDue || suspension)
  return html`
    <div class="card">
      <dl>
        ${row('Plan', name)} ${row('State', state.replace('_', ' '))} ${unpaid}
        ${!isWaiting && row(cancelAt === null ? 'Renews on' : 'Ends on', longDate(cancelAt ?? periodEnd))}
      </dl>
      <div class="actions">
        ${open.some(({ payable }) => payable) && payForm(address)}
        <form method="post" action="${address}/${cancelAt === null ? 'cancel' : 'keep'}">
          <button>${cancelAt === null ? 'Cancel at the end of the period' : 'Keep the plan'}</button>
        </form>
      </div>
    </div>
  `
}
