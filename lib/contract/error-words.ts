/** Sentences that say more than the one of the error's code. */
export const errorDetails = [
  'account-deleted',
  'amount-changed',
  'clock',
  'customer-missing',
  'guest-checkout',
  'guest-key',
  'identity-left',
  'identity-unsure',
  'interval-only',
  'no-portal',
  'no-prices',
  'not-running',
  'other-site',
  'payment-declined',
  'payment-open',
  'plan-at-old-provider',
  'plan-ended',
  'plan-ending',
  'plan-may-continue',
  'plan-not-endable',
  'plan-stopped',
  'plan-unseen',
  'provider-timeout',
  'refund-pending',
  'refused',
  'request-timeout',
  'same-plan',
  'sessions-not-endable',
  'session-expired',
  'sign-in-not-set-up',
  'unreachable',
  'way-not-set-up',
] as const

export type ErrorDetail = (typeof errorDetails)[number]

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** `plan-ended` → `planEnded`, a key in `messages/<locale>/errors.json`. */
export const sentenceKey = <Name extends string>(name: Name) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>
