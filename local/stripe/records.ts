import type { Offer } from '@/local/vendors/catalogue'
import type { CallAnswer } from '@/local/vendors/idempotency'
import type { Term } from '@/local/vendors/term'

/** What the Stripe stand-in stores. Times are in seconds. Optional fields are missing in older state files. */

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
  /** Negative for a credit. */
  balance?: number
  discount?: Discount | undefined
}

export type Coupon = {
  id: string
  percentOff: number | null
  amountOff: number | null
  currency: string | null
  duration: 'once' | 'forever'
  name: string | null
  created: number
}

export type Discount = {
  id: string
  coupon: string
  customer: string
  subscription: string | null
  start: number
}

export type TaxRate = { id: string; name: string; percentage: number; inclusive: boolean; created: number }

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
}

/** Not in the sample catalogue. */
export type Product = { id: string; name: string; created: number }

export type CreatedPrice = Offer & { product: string; created: number }

export type Item = { itemId: string; price: string; quantity: number }

export type Session = {
  id: string
  uiMode: string
  customer: string | null
  clientReferenceId: string | null
  price: string
  quantity: number
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
  invoice: string | null
}

export type Subscription = {
  id: string
  customer: string
  price: string
  quantity: number
  itemId: string
  extraItems?: Item[]
  /** Its invoices are sent, to be paid within so many days. */
  daysUntilDue?: number | undefined
  metadata: Metadata
  created: number
  term: Term
  /** The portal schedules an end without this flag. */
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  latestInvoice: string | null
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
  extraItems?: Item[]
  amount: number
  currency: string
  created: number
  periodStart: number
  periodEnd: number
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  bill?: {
    lines: BillLine[]
    subtotal: number
    tax: number
    total: number
    startingBalance: number
    endingBalance: number
  }
  /** The bank asks the customer for a confirmation. */
  needsConfirmation?: boolean
  /** A payment is in progress. */
  isPaymentPending?: boolean
  dueDate?: number
  refunded: number
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

export type Replay = CallAnswer & { requestId: string }

export type StripeState = {
  customers: Record<string, Customer>
  sessions: Record<string, Session>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, PortalSession>
  products: Record<string, Product>
  prices: Record<string, CreatedPrice>
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
