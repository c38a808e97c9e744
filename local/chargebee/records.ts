import type { Offer } from '@/local/vendors/catalogue'
import type { CallAnswer } from '@/local/vendors/idempotency'
import type { Term } from '@/local/vendors/term'

/** What the Chargebee stand-in stores. Times are in seconds. Optional fields are missing in older state files. */

export type Customer = {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  metaData?: unknown
  created: number
  version: number
  deleted?: boolean
  promotionalCredits?: number
}

export type Family = { id: string; name: string; version: number }

/** Not in the sample catalogue. */
export type Item = { id: string; name: string; type: 'plan' | 'addon'; family: string; version: number }

export type CreatedItemPrice = Offer & {
  product: string
  family: string
  type: Item['type']
  version: number
}

type ExtraItem = { itemPrice: string; quantity: number; unitPrice?: number | undefined }

export type Coupon = {
  id: string
  name: string
  percentage: number
  duration: 'one_time' | 'forever'
  created: number
}

export type Bill = { subTotal: number; discount: number; total: number; creditsApplied: number }

export type HostedPage = {
  id: string
  state: 'created' | 'requested' | 'succeeded' | 'cancelled'
  itemPrice: string
  quantity: number
  customer: { id?: string }
  /** Requested by the caller: null for the plan's own trial, 0 for none. */
  trialEnd: number | null
  redirectUrl: string | null
  cancelUrl: string | null
  passThru: string | null
  created: number
  expiresAt: number
  version: number
  subscription: string | null
  invoice: string | null
}

export type Subscription = {
  id: string
  customer: string
  itemPrice: string
  quantity: number
  extraItems?: ExtraItem[]
  metaData?: unknown
  created: number
  term: Term
  cancelScheduledAt: number | null
  version: number
  unitPrice?: number | undefined
  coupons?: string[] | undefined
  remainingCycles?: number
  pauseDate?: number | undefined
  resumeDate?: number | undefined
  deleted?: boolean
}

export type Invoice = {
  id: string
  customer: string
  subscription: string
  itemPrice: string
  extraItems?: ExtraItem[]
  amount: number
  bill?: Bill
  currency: string
  date: number
  periodStart: number
  periodEnd: number
  status: 'paid' | 'payment_due'
  /** A payment is in progress. */
  isPaymentPending?: boolean
  writtenOff?: boolean
  first: boolean
  version: number
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
  families: Record<string, Family>
  items: Record<string, Item>
  itemPrices: Record<string, CreatedItemPrice>
  coupons?: Record<string, Coupon>
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
  families: {},
  items: {},
  itemPrices: {},
  events: [],
  replays: {},
  version: 0,
})
