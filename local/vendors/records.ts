/** What the stand-ins of the payment vendors store. Times are in seconds. */
import type { Offer } from './catalogue'
import type { Term } from './term'

/** An answer that is replayed under its idempotency key. */
export type CallAnswer = { fingerprint: string; status: number; body: string; at: number }

export type Customer = {
  id: string
  email: string | null
  metadata: Record<string, string>
  created: number
  deleted: boolean
  /** What is left of unused time after a change of price. */
  credit?: number
}

export type Checkout = {
  id: string
  customer: string | null
  price: string
  trialDays: number
  /** What the plan will have. */
  plan: { id?: string | undefined; metadata: Record<string, string> }
  successUrl: string
  cancelUrl: string | null
  /** Shown inside the site's page. */
  isEmbedded: boolean
  allowsCodes: boolean
  hasTax: boolean
  /** The caller's own text. */
  note: string | null
  locale?: string | undefined
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired' | 'cancelled'
  subscription: string | null
}

export type Subscription = {
  id: string
  customer: string
  price: string
  metadata: Record<string, string>
  created: number
  term: Term
  /** Invoices are sent, to be paid by hand. */
  isUnpaid?: boolean
  /** By the one promotion code. */
  isDiscounted?: boolean
  /** Stripe's portal schedules an end without this flag. */
  cancelAtPeriodEnd: boolean
  cancelledAt: number | null
  /** The last month of its card. Default: far ahead. */
  card?: { year: number; month: number }
  latestInvoice: string | null
}

export const cardOf = ({ card }: Subscription) => card ?? { year: 2036, month: 12 }

export type Invoice = {
  id: string
  number: string
  customer: string
  subscription: string
  price: string
  /** What is charged. */
  amount: number
  /** Before credit is deducted, if that differs. */
  full?: number
  /** For unused time, of an invoice that a change of price made. */
  unused?: number
  currency: string
  created: number
  periodEnd: number
  isFirst: boolean
  status: 'draft' | 'open' | 'paid' | 'void'
  /** The bank asks the customer for a confirmation. */
  needsConfirmation?: boolean
  /** A payment is in progress. */
  isPaymentPending?: boolean
  /** Chargebee calls it paid. */
  writtenOff?: boolean
  refunds: Refund[]
}

export type Refund = { id: string; amount: number; created: number }

type Portal = { id: string; customer: string; returnUrl: string | null }

/** Not in the sample catalogue. */
type CreatedOffer = Offer & { product: string }

export type Event = { id: string; type: string; created: number; body: object }

export type BillingState = {
  customers: Record<string, Customer>
  checkouts: Record<string, Checkout>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, Portal>
  prices: Record<string, CreatedOffer>
  /** Oldest first. */
  events: Event[]
  replays: Record<string, CallAnswer>
}

export const emptyBilling = (): BillingState => ({
  customers: {},
  checkouts: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  prices: {},
  events: [],
  replays: {},
})
