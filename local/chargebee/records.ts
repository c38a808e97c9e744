import type { Offer } from '@/local/vendors/catalogue'
import type { CallAnswer } from '@/local/vendors/idempotency'
import type { Term } from '@/local/vendors/term'

/** What the Chargebee stand-in stores. Times are in seconds. Optional fields are missing in older state files. */

export type Customer = {
  id: string
  email?: string | undefined
  created: number
  version: number
  deleted?: boolean
}

/** Not in the sample catalogue. */
export type CreatedItemPrice = Offer & { product: string; type: 'plan' | 'addon' }

export type HostedPage = {
  id: string
  state: 'created' | 'requested' | 'succeeded' | 'cancelled'
  itemPrice: string
  customer: { id?: string | undefined }
  /** Requested by the caller: null for the plan's own trial, 0 for none. */
  trialEnd: number | null
  redirectUrl: string | null
  cancelUrl: string | null
  passThru: string | null
  created: number
  expiresAt: number
  /** The id that its subscription will have. */
  subscriptionId?: string | undefined
  subscription: string | null
}

export type Subscription = {
  id: string
  customer: string
  itemPrice: string
  extraItems?: { itemPrice: string }[]
  metaData?: unknown
  created: number
  term: Term
  cancelScheduledAt: number | null
  version: number
  /** By the one promotion code. */
  isDiscounted?: boolean
  deleted?: boolean
}

export type Invoice = {
  id: string
  customer: string
  subscription: string
  itemPrice: string
  amount: number
  currency: string
  date: number
  periodEnd: number
  status: 'paid' | 'payment_due'
  /** A payment is in progress. */
  isPaymentPending?: boolean
  writtenOff?: boolean
  first: boolean
  creditNotes?: CreditNote[]
}

export type CreditNote = { id: string; total: number; date: number; transaction: string; reason: string }

export type Event = { id: string; type: string; occurredAt: number; content: object }

export type PortalSession = { id: string; token: string; customer: string; redirectUrl: string | null; created: number }

export type ChargebeeState = {
  customers: Record<string, Customer>
  pages: Record<string, HostedPage>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, PortalSession>
  itemPrices: Record<string, CreatedItemPrice>
  /** Oldest first. */
  events: Event[]
  replays: Record<string, CallAnswer>
  version: number
}

export const emptyChargebee = (): ChargebeeState => ({
  customers: {},
  pages: {},
  subscriptions: {},
  invoices: {},
  portals: {},
  itemPrices: {},
  events: [],
  replays: {},
  version: 0,
})
