import 'client-only'
import { type AxiosRequestConfig, create, isAxiosError } from 'axios'
import type {
  ChargebeeCheckout,
  CheckoutRequest,
  CheckoutUi,
  Invoices,
  PortalRequest,
  StripeCheckout,
} from '@/lib/contract/checkout'
import { consentWording, type ShownTerms, shownChangeText, shownTermsText } from '@/lib/contract/plan-words'
import type { ContactMessage } from '@/lib/contract/contact'
import type {
  CurrentPlan,
  PlanChange,
  PlanOffers,
  PlanPause,
  PriceChange,
  PricePreview,
  Provider,
  SyncedPlan,
} from '@/lib/contract/plan'
import type { Leftover, User, UserInput } from '@/lib/contract/user'
import { localPath, type Locale } from '@/lib/locales'
import {
  checkoutUiHeader,
  consentHeader,
  ephemeralKeyVersion,
  registeredPaths,
  fillHeader,
  healthConsentHeader,
  healthConsentLanguageHeader,
  limits,
  shownTermsHeader,
  tokenHeader,
} from '@/lib/site'
import { failure, noAnswerFailure, notSentFailure, toAnswer, type Answer, type Failure } from './answer'
import { apiBase } from './config'
import { readHealthConsent } from './health-consent'
import { pageLocale } from './page-address'
import { measureClock, callTimeoutMs } from './time'
import { endRefusedSignIn, freshToken, type Person } from './identity'
import { readCloudFunctionError, isSessionEndedError } from './sdk-error'

/** `isPublic` calls have no token; `retries` says how often a call was sent again; `authTime` is its token's. */
type Call = AxiosRequestConfig & { isPublic?: boolean; retries?: number; authTime?: string }

export const client = create({
  validateStatus: () => true,
  headers: { 'Accept-Language': document.documentElement.lang },
})

client.interceptors.request.use(async (config) => {
  if (!(config as Call).isPublic) {
    const { token, authTime } = await requireToken()
    config.headers.set(tokenHeader, token)
    Object.assign(config, { authTime })
  }
  // One time limit for all attempts.
  config.signal ??= AbortSignal.timeout(callTimeoutMs)
  return config
})

client.interceptors.response.use(
  async (response) => {
    const { isPublic, retries, authTime } = response.config as Call
    measureClock(response.headers.date)
    if (response.status !== 401 || isPublic) return response
    if (retries && (await endRefusedSignIn(authTime))) return response
    // A refused call was not carried out, so it is safe to send again.
    return client.request({ ...response.config, retries: 1 } as Call)
  },
  async (cause: unknown) => {
    const config: Call = (isAxiosError(cause) && cause.code === 'ERR_NETWORK' && cause.config) || {}
    const { method, retries = 0 } = config
    // A call without an answer may have been carried out, so that only reads are sent again.
    if (method !== 'get' || retries === 2) throw cause
    await new Promise((resolve) => setTimeout(resolve, 300 * 3 ** retries))
    return client.request({ ...config, retries: retries + 1 } as Call)
  },
)

/** @throws a `Failure` if there is no token, so that nothing is sent */
async function requireToken() {
  const token = await freshToken().catch((cause: unknown) => {
    const refused = cause instanceof Error ? readCloudFunctionError(cause.message) : null
    return isSessionEndedError(cause)
      ? null
      : Promise.reject(refused ? failure(403, refused.code, refused.message ?? '') : notSentFailure())
  })
  return token ?? Promise.reject(failure(401, 'unauthenticated'))
}

/** Never throws. */
async function request<T>(call: Call): Promise<Answer<T>> {
  const baseURL = apiBase()
  if (baseURL === null) return failure(0, 'no-mode')
  try {
    const { status, data, headers } = await client.request<unknown>({ baseURL, ...call })
    return toAnswer<T>(status, data, Number(headers['retry-after']))
  } catch (cause) {
    return cause instanceof Error ? noAnswerFailure() : (cause as Failure)
  }
}

const get = <T>(url: string, params: object) => request<T>({ url, params })
const post = <T>(url: string, call: Call) => request<T>({ method: 'POST', url, ...call })

export const getUser = (uid: string) => get<User>('/users/get-user', { uid })

/** A cut surrogate pair is not storable. */
const truncateName = (name: string | null) => name && name.slice(0, limits.nameLength).replace(/[\ud800-\udbff]$/, '')

/** @param write `fill` only adds missing fields */
export function insertOrUpdate(person: Person, write: 'fill' | 'replace' = 'replace') {
  const { uid, email, providerId, phone } = person
  const name = truncateName(person.name)
  const data: UserInput = { uid, name, username: name, email, providerId, phone, locale: pageLocale() }
  const consent = readHealthConsent()
  const headers = {
    ...(write === 'fill' && { [fillHeader]: '1' }),
    ...(consent && { [healthConsentHeader]: consent.version, [healthConsentLanguageHeader]: consent.language }),
  }
  return post<User>('/users/insert-or-update', { data, headers })
}

export const storeLocale = (uid: string, locale: Locale) =>
  post<User>('/users/insert-or-update', { data: { uid, locale } })

export const currentPlan = (uid: string) => get<CurrentPlan>('/users/current-plan', { uid })

const changePlanBy = <T = CurrentPlan>(action: string, data: { uid: string }, headers = {}) =>
  post<T>(`/users/${action}`, { params: { uid: data.uid }, data, headers })

/** The wording beside the button is the consent to renewal. */
const consentHeaders = { [consentHeader]: consentWording }

export const cancelPlan = (change: PlanChange) => changePlanBy('cancel-plan', change)
export const refundPlan = (change: PlanChange) => changePlanBy('refund-plan', change)
export const pausePlan = (pause: PlanPause) => changePlanBy('pause-plan', pause)
export const resumePlan = (change: PlanChange) => changePlanBy('resume-plan', change, consentHeaders)
export const previewChange = (change: PriceChange) => changePlanBy<PricePreview>('preview-change', change)
/** @param shown the server refuses if this preview is outdated */
export const changePlan = (change: PriceChange, shown: PricePreview) =>
  changePlanBy('change-plan', change, { ...consentHeaders, [shownTermsHeader]: shownChangeText(shown) })

/** For the mobile app; no page uses it. */
export const ephemeralKeys = (uid: string) =>
  post<Record<string, unknown>>('/stripe/ephemeral_keys', { params: { uid, api_version: ephemeralKeyVersion } })

/**
 * `ui`: `embedded` is a request; the answer may still be a hosted page.
 * `shown`: the server refuses if these terms are outdated.
 */
type Checkout = { uid: string; priceId: string; locale: Locale; ui?: CheckoutUi; shown?: ShownTerms }

function checkout<T>(provider: Provider, { uid, priceId, locale, ui, shown }: Checkout) {
  const data: CheckoutRequest = {
    priceId,
    successUrl: location.origin + localPath(registeredPaths.checkoutSuccess, locale),
    cancelUrl: location.origin + localPath(registeredPaths.checkoutCancel, locale),
    locale,
  }
  const headers = {
    ...consentHeaders,
    ...(ui === 'embedded' && { [checkoutUiHeader]: ui }),
    ...(shown && { [shownTermsHeader]: shownTermsText(shown) }),
  }
  return post<T>(`/${provider}/checkout-session`, { params: { uid }, data, headers })
}

export const stripeCheckout = (call: Checkout) => checkout<StripeCheckout>('stripe', call)
export const chargebeeCheckout = (call: Checkout) => checkout<ChargebeeCheckout>('chargebee', call)

/** @param fresh bypasses the browser cache */
export const plans = ({ fresh = false } = {}) =>
  request<PlanOffers>({ url: '/plans', isPublic: true, ...(fresh && { headers: { 'Cache-Control': 'no-cache' } }) })

/** @param proof the proof of work requested by an earlier answer */
export const sendContact = (message: ContactMessage & { locale: Locale }, proof?: string) =>
  post<{ received: true }>('/contact', { data: { ...message, proof }, isPublic: true })

/** Makes the server ask the providers. Answers with the plan, and with one that was just ended. */
export const billingSync = (uid: string) => post<SyncedPlan>('/billing/sync', { params: { uid }, data: {} })

export const portal = (uid: string, data: PortalRequest) =>
  post<{ url: string }>('/billing/portal', { params: { uid }, data })
export const invoices = (uid: string) => get<Invoices>('/billing/invoices', { uid })
export const exportData = (uid: string) => get<Record<string, unknown>>('/users/export', { uid })
export const deleteAccount = (uid: string) =>
  post<{ deleted: true; left?: Leftover[] }>('/users/delete-account', { data: { uid } })
export const endSessions = (uid: string) => post<{ ended: true }>('/users/end-sessions', { data: { uid } })
