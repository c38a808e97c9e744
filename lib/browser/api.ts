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
import type { CurrentPlan, PlanChange, PlanOffers, SyncedPlan } from '@/lib/contract/plan'
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
    if (status === 401 && token !== null) await endRefused(token)
    return toAnswer<T>(status, data, Number(headers?.['retry-after']))
  } catch {
    return noAnswer()
  }
}

export const getUser = (uid: string) => send<User>({ method: 'GET', path: '/users/get-user', query: { uid } })

/** A cut surrogate pair is not storable. */
const shortened = (name: string | null) => name && name.slice(0, limits.nameLength).replace(/[\ud800-\udbff]$/, '')

/** @param write `fill` only adds what is missing */
export function insertOrUpdate(person: Person, write: 'fill' | 'replace' = 'replace') {
  const { uid, email, providerId, phone } = person
  const name = shortened(person.name)
  const body: UserInput = { uid, name, username: name, email, providerId, phone }
  const headers = write === 'fill' ? { headers: { [fillHeader]: '1' } } : {}
  return send<User>({ method: 'POST', path: '/users/insert-or-update', body, ...headers })
}

export const currentPlan = (uid: string) =>
  send<CurrentPlan>({ method: 'GET', path: '/users/current-plan', query: { uid } })

export const cancelPlan = (change: PlanChange) =>
  send<CurrentPlan>({ method: 'POST', path: '/users/cancel-plan', query: { uid: change.uid }, body: change })

/** The wording beside the button is the consent to renewal. */
const consented = { [consentHeader]: consentWording }

export const resumePlan = (change: PlanChange) =>
  send<CurrentPlan>({
    method: 'POST',
    path: '/users/resume-plan',
    query: { uid: change.uid },
    body: change,
    headers: consented,
  })

/** For the mobile app; no page uses it. */
export const ephemeralKeys = (uid: string) =>
  send<Record<string, unknown>>({
    method: 'POST',
    path: '/stripe/ephemeral_keys',
    query: { uid, api_version: ephemeralKeyVersion },
  })

function checkoutOf(priceId: string): CheckoutRequest {
  return {
    priceId,
    successUrl: location.origin + exact.checkoutSuccess,
    cancelUrl: location.origin + exact.checkoutCancel,
  }
}

function checkout<T>(
  provider: 'stripe' | 'chargebee',
  uid: string,
  priceId: string,
  ui: CheckoutUi,
  shown: ShownTerms | undefined,
) {
  const headers = {
    ...consented,
    ...(ui === 'embedded' && { [checkoutUiHeader]: ui }),
    ...(shown && { [shownTermsHeader]: shownTermsText(shown) }),
  }
  const path = `/${provider}/checkout-session`
  return send<T>({ method: 'POST', path, query: { uid }, body: checkoutOf(priceId), headers })
}

/**
 * @param ui `embedded` is a request; the answer may still be a hosted page
 * @param shown the server refuses if these terms are outdated
 */
export const stripeCheckout = (uid: string, priceId: string, ui: CheckoutUi = 'hosted', shown?: ShownTerms) =>
  checkout<StripeCheckout>('stripe', uid, priceId, ui, shown)

export const chargebeeCheckout = (uid: string, priceId: string, ui: CheckoutUi = 'hosted', shown?: ShownTerms) =>
  checkout<ChargebeeCheckout>('chargebee', uid, priceId, ui, shown)

/** @param fresh bypasses the browser cache */
export const plans = ({ fresh = false } = {}) =>
  send<PlanOffers>({
    method: 'GET',
    path: '/plans',
    open: true,
    ...(fresh && { headers: { 'Cache-Control': 'no-cache' } }),
  })

/** @param proof the proof of work that an earlier answer asked for */
export const sendContact = (message: ContactMessage, proof?: string) =>
  send<{ received: true }>({ method: 'POST', path: '/contact', body: { ...message, proof }, open: true })

/** Makes the server ask the providers; answers with the plan and with one that was just ended automatically. */
export const billingSync = (uid: string) =>
  send<SyncedPlan>({ method: 'POST', path: '/billing/sync', query: { uid }, body: {} })

export const portal = (uid: string, body: PortalRequest) =>
  send<{ url: string }>({ method: 'POST', path: '/billing/portal', query: { uid }, body })

export const invoices = (uid: string) => send<Invoices>({ method: 'GET', path: '/billing/invoices', query: { uid } })

export const exportData = (uid: string) =>
  send<Record<string, unknown>>({ method: 'GET', path: '/users/export', query: { uid } })

export const deleteAccount = (uid: string) =>
  send<{ deleted: true; left?: Left[] }>({ method: 'POST', path: '/users/delete-account', body: { uid } })

export const endSessions = (uid: string) =>
  send<{ ended: true }>({ method: 'POST', path: '/users/end-sessions', body: { uid } })
