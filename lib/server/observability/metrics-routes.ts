/**
 * Every address of the API. A measurement names one of these and never the path that was asked for,
 * which anybody could fill with anything.
 */
export const apiRoutes = [
  '/api/billing/invoices',
  '/api/billing/portal',
  '/api/billing/reconcile',
  '/api/billing/sync',
  '/api/chargebee/checkout-session',
  '/api/chargebee/webhook',
  '/api/config',
  '/api/contact',
  '/api/health',
  '/api/plans',
  '/api/preview',
  '/api/preview/end',
  '/api/revalidate',
  '/api/stripe/checkout-session',
  '/api/stripe/ephemeral_keys',
  '/api/stripe/webhook',
  '/api/users/cancel-plan',
  '/api/users/current-plan',
  '/api/users/delete-account',
  '/api/users/end-sessions',
  '/api/users/export',
  '/api/users/get-user',
  '/api/users/insert-or-update',
  '/api/users/resume-plan',
] as const

const known = new Set<string>(apiRoutes)

/** The route of a path, with or without a slash at its end; `other` for one that leads nowhere. */
export function routeOf(path: string): string {
  const plain = path.replace(/\/$/, '')
  return known.has(plain) ? plain : 'other'
}
