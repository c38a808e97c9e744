import 'client-only'
import axios from 'axios'
import type {
  ChargebeeCheckout,
  CheckoutRequest,
  CheckoutUi,
  Invoices,
  PortalRequest,
  StripeCheckout,
} from '@/lib/contract/checkout'
import { consentWording, type ShownTerms, shownTermsText } from '@/lib/contract/consent'
import type { ContactMessage } from '@/lib/contract/contact'
import type { CurrentPlan, PlanChange, PlanOffers, Provider, SyncedPlan } from '@/lib/contract/plan'
import type { Left, User, UserInput } from '@/lib/contract/user'
import {
  checkoutUiHeader,
  consentHeader,
  ephemeralKeyVersion,
  exact,
  fillHeader,
  limits,
  shownTermsHeader,
  tokenHeader,
} from '@/lib/site'
import { failure, noAnswer, noMode, notSent, signInAgain, toAnswer, type Answer, type Failure } from './answer'
import { apiBase } from './base'
import { learnClock } from './clock'
import { functionError, hasEnded } from './sdk-error'
import { endRefused, freshToken, type Person } from './identity'
import { callMs } from './in-time'

type Call = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  open?: boolean
}

async function tokenOf(): Promise<string | Failure> {
  try {
    return (await freshToken()) ?? signInAgain()
  } catch (cause) {
    if (hasEnded(cause)) return signInAgain()
    const refused = cause instanceof Error ? functionError(cause.message) : null
    return refused ? failure(403, refused.code, refused.message) : notSent()
  }
}

/** Sends a request with a fresh token and a timeout. Never throws. */
async function send<T>(call: Call): Promise<Answer<T>> {
  const base = apiBase()
  if (base === null) return noMode()
  const token = call.open ? null : await tokenOf()
  if (token !== null && typeof token !== 'string') return token
  try {
    const { status, data, headers } = await axios.request<unknown>({
      baseURL: base,
      url: call.path,
      method: call.method,
      params: call.query,
      data: call.body,
      headers: { ...call.headers, ...(token !== null && { [tokenHeader]: token }) },
      timeout: callMs,
      validateStatus: () => true,
    })
    learnClock(headers?.date)
    if (status === 401 && token !== null) await endRefused(token)
    return toAnswer<T>(status, data, Number(headers?.['retry-after']))
  } catch {
    return noAnswer()
  }
}

const get = <T>(path: string, query: Record<string, string>) => send<T>({ method: 'GET', path, query })
const post = <T>(path: string, call: Omit<Call, 'method' | 'path'>) => send<T>({ method: 'POST', path, ...call })

export const getUser = (uid: string) => get<User>('/users/get-user', { uid })

/** A cut surrogate pair is not storable. */
const shortened = (name: string | null) => name && name.slice(0, limits.nameLength).replace(/[\ud800-\udbff]$/, '')

/** @param write `fill` only adds missing fields */
export function insertOrUpdate(person: Person, write: 'fill' | 'replace' = 'replace') {
  const { uid, email, providerId, phone } = person
  const name = shortened(person.name)
  const body: UserInput = { uid, name, username: name, email, providerId, phone }
  return post<User>('/users/insert-or-update', { body, ...(write === 'fill' && { headers: { [fillHeader]: '1' } }) })
}

export const currentPlan = (uid: string) => get<CurrentPlan>('/users/current-plan', { uid })

export const cancelPlan = (change: PlanChange) =>
  post<CurrentPlan>('/users/cancel-plan', { query: { uid: change.uid }, body: change })

/** The wording beside the button is the consent to renewal. */
const consented = { [consentHeader]: consentWording }

export const resumePlan = (change: PlanChange) =>
  post<CurrentPlan>('/users/resume-plan', { query: { uid: change.uid }, body: change, headers: consented })

/** For the mobile app; no page uses it. */
export const ephemeralKeys = (uid: string) =>
  post<Record<string, unknown>>('/stripe/ephemeral_keys', { query: { uid, api_version: ephemeralKeyVersion } })

/**
 * `ui`: `embedded` is a request; the answer may still be a hosted page.
 * `shown`: the server refuses if these terms are outdated.
 */
type Checkout = { uid: string; priceId: string; ui?: CheckoutUi; shown?: ShownTerms }

function checkout<T>(provider: Provider, { uid, priceId, ui, shown }: Checkout) {
  const body: CheckoutRequest = {
    priceId,
    successUrl: location.origin + exact.checkoutSuccess,
    cancelUrl: location.origin + exact.checkoutCancel,
  }
  const headers = {
    ...consented,
    ...(ui === 'embedded' && { [checkoutUiHeader]: ui }),
    ...(shown && { [shownTermsHeader]: shownTermsText(shown) }),
  }
  return post<T>(`/${provider}/checkout-session`, { query: { uid }, body, headers })
}

export const stripeCheckout = (call: Checkout) => checkout<StripeCheckout>('stripe', call)

export const chargebeeCheckout = (call: Checkout) => checkout<ChargebeeCheckout>('chargebee', call)

/** @param fresh bypasses the browser cache */
export const plans = ({ fresh = false } = {}) =>
  send<PlanOffers>({
    method: 'GET',
    path: '/plans',
    open: true,
    ...(fresh && { headers: { 'Cache-Control': 'no-cache' } }),
  })

/** @param proof the proof of work requested by an earlier answer */
export const sendContact = (message: ContactMessage, proof?: string) =>
  post<{ received: true }>('/contact', { body: { ...message, proof }, open: true })

/** Makes the server ask the providers. Answers with the plan, and with one that was just ended. */
export const billingSync = (uid: string) => post<SyncedPlan>('/billing/sync', { query: { uid }, body: {} })

export const portal = (uid: string, body: PortalRequest) =>
  post<{ url: string }>('/billing/portal', { query: { uid }, body })

export const invoices = (uid: string) => get<Invoices>('/billing/invoices', { uid })

export const exportData = (uid: string) => get<Record<string, unknown>>('/users/export', { uid })

export const deleteAccount = (uid: string) =>
  post<{ deleted: true; left?: Left[] }>('/users/delete-account', { body: { uid } })

export const endSessions = (uid: string) => post<{ ended: true }>('/users/end-sessions', { body: { uid } })
