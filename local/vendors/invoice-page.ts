import { money } from '@/lib/contract/money'
import { standInNote } from './checkout-page'
import { html, longDate, page } from './html'

type Shown = {
  vendor: string
  number: string
  /** Seconds. */
  date: number
  plan: string
  amount: number
  currency: string
  paid: boolean
  /** Where paying it is sent, or null when there is nothing to pay, or a payment is under way. */
  payAt: string | null
  /** What was paid back of it. */
  refunded: number
}

/** The page of one invoice, which a link to a receipt leads to. */
export function invoicePage({ vendor, number, date, plan, amount, currency, paid, payAt, refunded }: Shown): string {
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
            html`<dt>Paid back</dt>
              <dd>${money(refunded, currency)}</dd>`
          }
        </dl>
        ${
          payAt !== null &&
          html`<form method="post" action="${payAt}"><button class="first">Pay the open invoice</button></form>`
        }
      </div>
      ${standInNote(vendor)}
    `,
  )
}
