import { money } from '@/lib/contract/money'
import { siteName } from '@/lib/site'
import type { Offer } from './catalogue'
import { html, longDate, page, type Markup } from './html'

type Purchase = {
  vendor: string
  offer: Offer
  quantity: number
  /** Seconds; null when the first payment is due at once. */
  trialEnd: number | null
  now: number
  /** Where the two buttons send their forms: `pay` and `back` beneath it. */
  address: string
  /** It is shown inside another page, which paying leaves as well. */
  framed?: boolean
}

/** The page at which a person pays: what it costs and when, and exactly two buttons. */
export function checkoutPage({ vendor, offer, quantity, trialEnd, now, address, framed }: Purchase): string {
  const price = money(offer.amount * quantity, offer.currency)
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
          <dd>${money(trialEnd === null ? offer.amount * quantity : 0, offer.currency)}</dd>
          <dt>First charge</dt>
          <dd>${price} on ${longDate(trialEnd ?? now)}</dd>
          <dt>Then</dt>
          <dd>${price} every ${offer.interval}, until you cancel</dd>
        </dl>
      </div>
      <div class="actions">
        <form method="post" action="${address}/pay" target="${framed ? '_top' : '_self'}">
          <button class="first">Pay</button>
        </form>
        <form method="post" action="${address}/back"><button>Go back</button></form>
      </div>
      ${standInNote(vendor)}
    `,
  )
}

/** A page that has nothing left to press: the purchase is over, one way or the other. */
export function closedPage(
  vendor: string,
  heading: string,
  words: string,
  way: { href: string; text: string } | null,
): string {
  return page(
    `${heading} · ${siteName}`,
    html`
      <h1>${heading}</h1>
      <p>${words}</p>
      ${way && html`<p><a href="${way.href}">${way.text}</a></p>`} ${standInNote(vendor)}
    `,
  )
}

export const standInNote = (vendor: string): Markup =>
  html`<p class="note">This page stands in for ${vendor} on this machine. It asks for no card, and no money moves.</p>`
