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
  daysUntilDue?: number
  metadata: Metadata
  created: number
  term: Term
  /** The end was scheduled by this flag; the portal schedules one by date alone. */
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  latestInvoice: string | null
}

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
  status: 'draft' | 'open' | 'paid' | 'void'
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
