/** Every API route, with a valid request for those that take a token. */
import { ephemeralKeyVersion } from '@/lib/site'
import { words } from './words'

export type Endpoint = {
  /** Without `/api`. */
  path: string
  method: 'GET' | 'POST'
  uid: 'query' | 'body' | 'both'
  /** Refused if it cannot be checked that the token was not revoked. */
  fresh: boolean
  /** More query parameters. */
  query?: string
  /** The body without the uid. */
  body?: object
}

const plan = { subscriptionId: 'sub_ada', store: 'stripe' }
const origin = 'http://localhost:3000'
const returns = { successUrl: `${origin}/pricing/thankyou/`, cancelUrl: `${origin}/pricing/start` }

export const endpoints: Endpoint[] = [
  { path: '/billing/invoices', method: 'GET', uid: 'query', fresh: true },
  { path: '/billing/portal', method: 'POST', uid: 'query', fresh: true, body: { returnUrl: `${origin}/profile` } },
  { path: '/billing/sync', method: 'POST', uid: 'query', fresh: true },
  {
    path: '/chargebee/checkout-session',
    method: 'POST',
    uid: 'query',
    fresh: true,
    body: { priceId: 'plan-monthly-USD', ...returns },
  },
  {
    path: '/stripe/checkout-session',
    method: 'POST',
    uid: 'query',
    fresh: true,
    body: { priceId: 'price_monthly_usd', ...returns },
  },
  {
    path: '/stripe/ephemeral_keys',
    method: 'POST',
    uid: 'query',
    fresh: true,
    query: `&api_version=${ephemeralKeyVersion}`,
  },
  { path: '/users/cancel-plan', method: 'POST', uid: 'both', fresh: true, body: plan },
  {
    path: '/users/change-plan',
    method: 'POST',
    uid: 'both',
    fresh: true,
    body: { ...plan, priceId: 'price_yearly_usd' },
  },
  { path: '/users/current-plan', method: 'GET', uid: 'query', fresh: false },
  { path: '/users/delete-account', method: 'POST', uid: 'body', fresh: true, body: {} },
  { path: '/users/end-sessions', method: 'POST', uid: 'body', fresh: true, body: {} },
  { path: '/users/export', method: 'GET', uid: 'query', fresh: true },
  { path: '/users/get-user', method: 'GET', uid: 'query', fresh: false },
  { path: '/users/insert-or-update', method: 'POST', uid: 'body', fresh: true, body: { name: 'Ada' } },
  { path: '/users/pause-plan', method: 'POST', uid: 'both', fresh: true, body: { ...plan, months: 1 } },
  {
    path: '/users/preview-change',
    method: 'POST',
    uid: 'both',
    fresh: true,
    body: { ...plan, priceId: 'price_yearly_usd' },
  },
  { path: '/users/refund-plan', method: 'POST', uid: 'both', fresh: true, body: plan },
  { path: '/users/resume-plan', method: 'POST', uid: 'both', fresh: true, body: plan },
]

/** Public routes, webhooks, and routes with their own secret. */
export const withoutToken = words`
  /[[...path]] /billing/reconcile /chargebee/webhook /config /contact /errors /health
  /jobs/run /plans /preview /preview/end /revalidate /stripe/webhook
`
