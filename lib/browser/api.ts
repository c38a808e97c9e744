import 'client-only'
import axios from 'axios'
import type {
  ChargebeeCheckout,
  CheckoutRequest,
  Invoice,
  PortalRequest,
  StripeCheckout,
} from '@/lib/contract/checkout'
import type { ContactMessage } from '@/lib/contract/contact'
import type { CurrentPlan, PlanChange, PlanOffers } from '@/lib/contract/plan'
import type { User, UserInput } from '@/lib/contract/user'
import { ephemeralKeyVersion, exact, tokenHeader } from '@/lib/site'
import { noAnswer, noMode, notSent, signInAgain, toAnswer, type Answer, type Failure } from './answer'
import { apiBase } from './base'
import { freshToken, type Person } from './identity'

type Call = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: unknown
  /** True for what anybody may ask: no token is fetched or sent. */
  open?: boolean
}

/** Codes of the identity SDK that mean that the person is no longer signed in, rather than offline. */
const endedCodes = /user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login/

async function headersOf(call: Call): Promise<Record<string, string> | Failure> {
  if (call.open) return {}
  try {
    const token = await freshToken()
    return token ? { [tokenHeader]: token } : signInAgain()
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
    return endedCodes.test(code) ? signInAgain() : notSent()
  }
}

/** The one way to the API: a fresh token, a bounded wait, and an answer whatever happens. */
async function send<T>(call: Call): Promise<Answer<T>> {
  const base = apiBase()
  if (base === null) return noMode()
  const headers = await headersOf(call)
  if ('status' in headers) return headers as Failure
  try {
    const { status, data } = await axios.request<unknown>({
      baseURL: base,
      url: call.path,
      method: call.method,
      params: call.query,
      data: call.body,
      headers,
      timeout: 15_000,
      validateStatus: () => true,
    })
    return toAnswer<T>(status, data)
  } catch {
    return noAnswer()
  }
}

export const getUser = (uid: string) => send<User>({ method: 'GET', path: '/users/get-user', query: { uid } })

/** Creates or completes the stored record from what the identity provider says; all six fields, nulls too. */
export function insertOrUpdate(person: Person) {
  const { uid, name, email, providerId, phone } = person
  const body: UserInput = { uid, name, username: name, email, providerId, phone }
  return send<User>({ method: 'POST', path: '/users/insert-or-update', body })
}

export const currentPlan = (uid: string) =>
  send<CurrentPlan>({ method: 'GET', path: '/users/current-plan', query: { uid } })

export const cancelPlan = (change: PlanChange) =>
  send<CurrentPlan>({ method: 'POST', path: '/users/cancel-plan', query: { uid: change.uid }, body: change })

export const resumePlan = (change: PlanChange) =>
  send<CurrentPlan>({ method: 'POST', path: '/users/resume-plan', query: { uid: change.uid }, body: change })

/** The mobile app's call, part of the client although no page uses it. */
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

export const stripeCheckout = (uid: string, priceId: string) =>
  send<StripeCheckout>({
    method: 'POST',
    path: '/stripe/checkout-session',
    query: { uid },
    body: checkoutOf(priceId),
  })

export const chargebeeCheckout = (uid: string, priceId: string) =>
  send<ChargebeeCheckout>({
    method: 'POST',
    path: '/chargebee/checkout-session',
    query: { uid },
    body: checkoutOf(priceId),
  })

/** What can be bought, with the prices that will really be charged. Anybody may ask. */
export const plans = () => send<PlanOffers>({ method: 'GET', path: '/plans', open: true })

/** Hands in a message of the contact form. Anybody may. */
export const sendContact = (message: ContactMessage) =>
  send<{ received: true }>({ method: 'POST', path: '/contact', body: message, open: true })

/** Rings the billing doorbell: the server asks the providers for the truth and answers with the plan. */
export const billingSync = (uid: string) =>
  send<CurrentPlan>({ method: 'POST', path: '/billing/sync', query: { uid }, body: {} })

/** A link to the provider's own page for cards and receipts; `returnUrl` is absolute, on this origin. */
export const portal = (uid: string, returnUrl: PortalRequest['returnUrl']) =>
  send<{ url: string }>({ method: 'POST', path: '/billing/portal', query: { uid }, body: { returnUrl } })

export const invoices = (uid: string) =>
  send<{ invoices: Invoice[] }>({ method: 'GET', path: '/billing/invoices', query: { uid } })

/** All that is stored about the person. */
export const exportData = (uid: string) =>
  send<Record<string, unknown>>({ method: 'GET', path: '/users/export', query: { uid } })

export const deleteAccount = (uid: string) =>
  send<{ deleted: true }>({ method: 'POST', path: '/users/delete-account', body: { uid } })
