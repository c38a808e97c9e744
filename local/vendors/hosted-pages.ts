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
  /** Shown inside another page, which paying leaves. */
  framed?: boolean
  /** Shows a field for a promotion code; `wrong` if an unknown one was entered. */
  code?: 'open' | 'wrong' | undefined
}

/** The promotion code of a submitted form. */
export function codeIn(body: unknown): string {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : ''
  return typeof code === 'string' ? code.trim().toUpperCase() : ''
}

const codeField = (code: Purchase['code']) =>
  code &&
  html`<p>
    <label>Promotion code <input name="code" autocomplete="off" /></label>
    ${code === 'wrong' && html`<strong role="alert">This code isn’t valid.</strong>`}
  </p>`

export function checkoutPage({ vendor, offer, trialEnd, now, address, framed, code }: Purchase): string {
  const price = money(offer.amount, offer.currency)
  return page(
    `Pay · ${siteName}`,
    html`
      <h1>Check your plan and pay</h1>
      <div class="card">
        <dl>
          <dt>Plan</dt>
          <dd>${siteName}: ${offer.name}</dd>
          ${
            trialEnd !== null &&
            html`<dt>Free trial</dt>
              <dd>${Math.round((trialEnd - now) / 86_400)} days, until ${longDate(trialEnd)}</dd>`
          }
          <dt>Today</dt>
          <dd>${money(trialEnd === null ? offer.amount : 0, offer.currency)}</dd>
          <dt>First charge</dt>
          <dd>${price} on ${longDate(trialEnd ?? now)}</dd>
          <dt>Then</dt>
          <dd>${price} every ${offer.interval}, until you cancel</dd>
        </dl>
      </div>
      <div class="actions">
        <form method="post" action="${address}/pay" target="${framed ? '_top' : '_self'}">
          ${codeField(code)} <button class="first">Pay</button>
        </form>
        <form method="post" action="${address}/back"><button>Go back</button></form>
      </div>
      ${standInNote(vendor)}
    `,
  )
}

export function closedPage(
  vendor: string,
  heading: string,
  words: string,
  link: { href: string; text: string } | null,
): string {
  return page(
    `${heading} · ${siteName}`,
    html`
      <h1>${heading}</h1>
      <p>${words}</p>
      ${link && html`<p><a href="${link.href}">${link.text}</a></p>`} ${standInNote(vendor)}
    `,
  )
}

const standInNote = (vendor: string): Markup =>
  html`<p class="note">
    This page stands in for ${vendor} on this machine. It doesn’t ask for a card, and no money moves.
  </p>`

export type InvoiceView = {
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

/** `address` is the base of the form's address: `pay`. */
type ShownInvoice = InvoiceView & { vendor: string; address: string }

export function invoicePage({ vendor, address, ...invoice }: ShownInvoice): string {
  const { number, date, plan, amount, currency, paid, payable, refunded } = invoice
  return page(
    `Invoice ${number}`,
    html`
      <h1>Invoice ${number}</h1>
      <div class="card">
        <dl>
          <dt>Date</dt>
          <dd>${longDate(date)}</dd>
          <dt>Plan</dt>
          <dd>${plan}</dd>
          <dt>Amount</dt>
          <dd>${money(amount, currency)}</dd>
          <dt>State</dt>
          <dd>${paid ? 'Paid' : 'Not paid'}</dd>
          ${
            refunded > 0 &&
            html`<dt>Refunded</dt>
              <dd>${money(refunded, currency)}</dd>`
          }
        </dl>
        ${
          payable &&
          html`<form method="post" action="${address}/pay"><button class="first">Pay the open invoice</button></form>`
        }
      </div>
      ${standInNote(vendor)}
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

type Portal = { vendor: string; plans: readonly PortalPlan[]; returnUrl: string | null }

export function portalPage({ vendor, plans, returnUrl }: Portal): string {
  return page(
    'Your billing',
    html`
      <h1>Your billing</h1>
      ${plans.length === 0 && html`<p>You don’t have a running plan.</p>`} ${plans.map(entry)}
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
        ${openLines(open)} ${nextDateLine(term)}
      </dl>
      <div class="actions">
        ${
          open.some(({ payable }) => payable) &&
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

const openLines = (open: readonly InvoiceView[]) =>
  open.map(
    ({ amount, currency, date, payable }) =>
      html`<dt>Not paid</dt>
        <dd>${money(amount, currency)} since ${longDate(date)}${!payable && ', payment in progress'}</dd>`,
  )

/** Nothing is due while a payment is missing or the plan is paused. */
function nextDateLine({ cancelAt, periodEnd, pastDue, suspension }: Term) {
  if (cancelAt === null && (pastDue || suspension)) return null
  return html`<dt>${cancelAt === null ? 'Renews on' : 'Ends on'}</dt>
    <dd>${longDate(cancelAt ?? periodEnd)}</dd>`
}
