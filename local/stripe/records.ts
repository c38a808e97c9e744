import type { Offer } from '@/local/vendors/catalogue'
import type { Term } from '@/local/vendors/term'

/** What the Stripe stand-in remembers. Times are in seconds; the files named `…-wire.ts` make Stripe's own objects of it. */

export type Metadata = Record<string, string>

export type Customer = {
  id: string
  email: string | null
  name: string | null
  phone: string | null
  description: string | null
  metadata: Metadata
  created: number
  deleted: boolean
  /** Below 0 it is a credit, above 0 a debt. Missing in what an earlier start has written. */
  balance?: number
  discount?: Discount | undefined
}

export type Coupon = {
  id: string
  percentOff: number | null
  amountOff: number | null
  currency: string | null
  duration: 'once' | 'repeating' | 'forever'
  months: number | null
  name: string | null
  created: number
}

export type Discount = {
  id: string
  coupon: string
  customer: string
  subscription: string | null
  start: number
  end: number | null
}

export type TaxRate = { id: string; name: string; percentage: number; inclusive: boolean; created: number }

/** Something that the next invoice has in it. */
export type InvoiceItem = {
  id: string
  customer: string
  subscription: string | null
  amount: number
  currency: string
  description: string | null
  created: number
  invoice: string | null
}

export type Schedule = {
  id: string
  customer: string
  subscription: string
  created: number
  status: 'active' | 'released'
  endBehavior: 'release' | 'cancel'
}

/** A product that is not in the catalogue. */
export type Product = {
  id: string
  name: string
  description: string | null
  active: boolean
  metadata: Metadata
  created: number
}

/** A price that is not in the catalogue, of whichever product. */
export type MadePrice = Offer & {
  product: string
  active: boolean
  nickname: string | null
  taxBehavior: 'exclusive' | 'inclusive' | 'unspecified'
  metadata: Metadata
  created: number
}

export type Item = { itemId: string; price: string; quantity: number }

export type Session = {
  id: string
  uiMode: string
  customer: string | null
  customerEmail: string | null
  clientReferenceId: string | null
  price: string
  quantity: number
  trialDays: number
  trialEnd: number | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  metadata: Metadata
  subscriptionMetadata: Metadata
  /** Missing in what an earlier start has written. */
  automaticTax?: boolean
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  invoice: string | null
}

export type Subscription = {
  id: string
  customer: string
  price: string
  quantity: number
  itemId: string
  /** Items beside the first one. */
  others?: Item[]
  /** Its invoices are sent, to be paid within so many days, and not charged. */
  daysUntilDue?: number | undefined
  metadata: Metadata
  created: number
  term: Term
  /** The end was scheduled by this flag; the portal schedules one by date alone. */
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  latestInvoice: string | null
  /** Missing where there is none: what changes the amounts. */
  discounts?: Discount[] | undefined
  taxRates?: TaxRate[]
  pause?: { behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'; resumesAt: number | null } | null
  schedule?: string | null
}

export type BillLine = { item: string; price: string | null; quantity: number; amount: number }

export type Invoice = {
  id: string
  number: string
  customer: string
  subscription: string
  reason: 'subscription_create' | 'subscription_cycle'
  price: string
  quantity: number
  others?: Item[]
  amount: number
  currency: string
  created: number
  periodStart: number
  periodEnd: number
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** What `amount` was made of. Missing in what an earlier start has written. */
  bill?: {
    lines: BillLine[]
    subtotal: number
    tax: number
    total: number
    startingBalance: number
    endingBalance: number
  }
  /** A payment of it takes its time: what comes of it is not known yet. */
  underWay?: boolean
  /** Where it was sent to be paid. */
  dueDate?: number
  refunded: number
  /** Missing in what an earlier start has written. */
  refunds?: Refund[]
}

export type Refund = {
  id: string
  amount: number
  created: number
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  metadata: Metadata
}

export type Event = { id: string; type: string; created: number; object: object; requestId: string | null }

export type PortalSession = { id: string; customer: string; returnUrl: string | null; created: number }

/** An answer kept for a repeated call. */
export type Replay = { fingerprint: string; status: number; body: string; requestId: string; at: number }

export type StripeState = {
  customers: Record<string, Customer>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, PortalSession>
  products: Record<string, Product>
  prices: Record<string, MadePrice>
  /** Missing in what an earlier start has written. */
  coupons?: Record<string, Coupon>
  taxRates?: Record<string, TaxRate>
  invoiceItems?: Record<string, InvoiceItem>
  schedules?: Record<string, Schedule>
  /** Oldest first. */
  events: Event[]
  replays: Record<string, Replay>
}

export const emptyStripe = (): StripeState => ({
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  products: {},
  prices: {},
  events: [],
  replays: {},
})
