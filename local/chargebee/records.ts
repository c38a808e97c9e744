import type { Offer } from '@/local/vendors/catalogue'
import type { Term } from '@/local/vendors/term'

/** What the Chargebee stand-in remembers. Times are in seconds; the files named `…-wire.ts` make Chargebee's own objects of it. */

export type Customer = {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  phone?: string
  metaData?: unknown
  created: number
  version: number
  deleted?: boolean
  /** Missing where there are none. */
  promotionalCredits?: number
  refundableCredits?: number
  excessPayments?: number
}

export type Family = { id: string; name: string; version: number }

/** An item that is not in the catalogue. */
export type Item = { id: string; name: string; type: 'plan' | 'addon' | 'charge'; family: string; version: number }

/** An item price that is not in the catalogue, of whichever item. */
export type MadeItemPrice = Offer & {
  product: string
  family: string
  type: Item['type']
  status: 'active' | 'archived'
  trialDays: number
  version: number
}

/** An addon or a charge beside the plan. */
type Further = { itemPrice: string; quantity: number; unitPrice?: number | undefined }
export type Coupon = {
  id: string
  name: string
  percentage?: number
  amount?: number
  currency?: string | undefined
  duration: 'one_time' | 'forever' | 'limited_period'
  created: number
}

/** What an invoice was made of, in hundredths. */
export type Bill = { subTotal: number; discount: number; total: number; creditsApplied: number }

export type HostedPage = {
  id: string
  state: 'created' | 'requested' | 'succeeded' | 'cancelled' | 'acknowledged'
  itemPrice: string
  quantity: number
  customer: { id?: string; email?: string; firstName?: string; lastName?: string }
  /** The trial's end that the caller asked for: null for the plan's own trial, 0 for none. */
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
  others?: Further[]
  metaData?: unknown
  created: number
  term: Term
  cancelScheduledAt: number | null
  version: number
  /** Missing where there is none: what changes the amounts, or the course. */
  unitPrice?: number | undefined
  coupons?: string[] | undefined
  remainingCycles?: number
  pauseDate?: number | undefined
  resumeDate?: number | undefined
  collectsByHand?: boolean
  /** It went with its customer; only a list that asks for such has it. */
  deleted?: boolean
}

export type Invoice = {
  id: string
  customer: string
  subscription: string
  itemPrice: string
  others?: Further[]
  amount: number
  /** Missing in what an earlier start has written. */
  bill?: Bill
  currency: string
  date: number
  periodStart: number
  periodEnd: number
  status: 'paid' | 'payment_due'
  /** A payment of it takes its time: what comes of it is not known yet. */
  underWay?: boolean
  /** It counts as paid, though nobody paid it. */
  writtenOff?: boolean
  first: boolean
  version: number
  /** What was paid back of it, each time with a note of its own. */
  creditNotes?: CreditNote[]
}

export type CreditNote = { id: string; total: number; date: number; transaction: string; reason: string }

export type Event = { id: string; type: string; occurredAt: number; content: object }

export type PortalSession = { id: string; token: string; customer: string; redirectUrl: string | null; created: number }

type Replay = { fingerprint: string; status: number; body: string; at: number }

export type ChargebeeState = {
  customers: Record<string, Customer>
  pages: Record<string, HostedPage>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  portals: Record<string, PortalSession>
  families: Record<string, Family>
  items: Record<string, Item>
  itemPrices: Record<string, MadeItemPrice>
  /** Missing in what an earlier start has written. */
  coupons?: Record<string, Coupon>
  /** Oldest first. */
  events: Event[]
  replays: Record<string, Replay>
  /** The last `resource_version` that was given out. */
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
