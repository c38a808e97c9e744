import type { Offer } from '@/local/vendors/catalogue'
import type { CallAnswer } from '@/local/vendors/idempotency'
import type { Term } from '@/local/vendors/term'

/** What the Stripe stand-in stores. Times are in seconds. Optional fields are missing in older state files. */

export type Metadata = Record<string, string>

export type Customer = {
  id: string
  email: string | null
  metadata: Metadata
  created: number
  deleted: boolean
}

/** Not in the sample catalogue. */
export type Product = { id: string; name: string; created: number }

export type CreatedPrice = Offer & { product: string; created: number }

export type Item = { itemId: string; price: string }

export type Session = {
  id: string
  uiMode: string
  customer: string | null
  clientReferenceId: string | null
  price: string
  trialDays: number
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  subscriptionMetadata: Metadata
  adaptivePricing?: boolean
  automaticTax?: boolean
  allowsCodes?: boolean
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export type Subscription = Item & {
  id: string
  customer: string
  extraItems?: Item[]
  /** Its invoices are sent, to be paid by hand. */
  isSent?: boolean
  /** By the one promotion code. */
  isDiscounted?: boolean
  metadata: Metadata
  created: number
  term: Term
  /** The portal schedules an end without this flag. */
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
  amount: number
  currency: string
  created: number
  periodStart: number
  periodEnd: number
  status: 'draft' | 'open' | 'paid' | 'void'
  /** The bank asks the customer for a confirmation. */
  needsConfirmation?: boolean
  /** A payment is in progress. */
  isPaymentPending?: boolean
  refunded: number
  refunds?: Refund[]
}

export type Refund = { id: string; amount: number; created: number }

export type Event = { id: string; type: string; created: number; object: object }

export type PortalSession = { id: string; customer: string; returnUrl: string | null; created: number }

export type Replay = CallAnswer & { requestId: string }

export type StripeState = {
  customers: Record<string, Customer>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, PortalSession>
  products: Record<string, Product>
  prices: Record<string, CreatedPrice>
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
