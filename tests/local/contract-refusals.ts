/** Valid vendor refusals, and violations by a stand-in. */
import { join } from 'node:path'
import { problems, readModules } from './contract-types'

type Data = Record<string, unknown>

const stripeType = readModules(join(import.meta.dirname, '../../node_modules/stripe/esm'))

/** The error's type allows any code; that of a failed payment lists them all. */
const stripeCode = stripeType('PaymentIntent.LastPaymentError.Code', 'resources/PaymentIntents')

/** Violations in a Stripe refusal, as `path: words`. */
export function stripeRefusalProblems({ error, ...rest }: Data): string[] {
  const { code } = (error ?? {}) as Data
  return [
    ...Object.keys(rest).map((name) => `${name}: a refusal has nothing beside its error`),
    ...problems(error, stripeType('StripeRawError', 'Types'), 'error'),
    ...(code === undefined ? [] : problems(code, stripeCode, 'error.code')),
  ]
}

/**
 * Chargebee's codes by status, from its SDK for Java (`com.chargebee.v4.exceptions.codes`), because its SDK for Node
 * does not list them.
 */
export const chargebeeCodes: Record<number, readonly string[]> = {
  400: [
    'configuration_incompatible',
    'duplicate_entry',
    'invalid_request',
    'param_wrong_value',
    'payment_gateway_currency_incompatible',
    'payment_intent_invalid',
    'payment_intent_invalid_amount',
    'payment_method_not_present',
    'payment_method_verification_failed',
    'payment_processing_failed',
    'resource_limit_exceeded',
    'resource_limit_exhausted',
  ],
  401: ['api_authentication_failed', 'basic_authentication_failed'],
  403: ['api_authorization_failed', 'request_blocked'],
  404: ['resource_not_found', 'site_not_found'],
  409: ['invalid_state_for_request'],
  422: ['unable_to_process_request'],
  429: ['api_request_limit_exceeded', 'lock_timeout', 'third_party_api_request_limit_exceeded'],
  500: ['internal_error'],
  503: ['db_connection_failure', 'internal_temporary_error', 'site_not_ready', 'site_read_only_mode'],
  504: ['gateway_timeout'],
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

/** Fields in Chargebee's documentation of errors, and three older ones. */
const fields: Record<string, { needed?: true; fits: (value: unknown, data: Data, status: number) => boolean }> = {
  message: { needed: true, fits: isText },
  type: { fits: (value) => ['payment', 'invalid_request', 'operation_failed'].includes(String(value)) },
  api_error_code: {
    needed: true,
    fits: (value, _, status) => chargebeeCodes[status]?.includes(String(value)) ?? false,
  },
  param: { fits: isText },
  error_code: { fits: isText },
  error_msg: { fits: (value, data) => value === data.message },
  http_status_code: { fits: (value, _, status) => value === status },
}

/**
 * Violations in a Chargebee refusal, as `field: words`.
 * @param status its HTTP status
 */
export function chargebeeRefusalProblems(data: Data, status: number): string[] {
  const unknown = Object.keys(data).filter((name) => !(name in fields))
  return [
    ...unknown.map((name) => `${name}: a refusal has no such field`),
    ...Object.entries(fields).flatMap(([name, { needed, fits }]) => {
      if (!(name in data)) return needed ? [`${name}: a refusal needs it`] : []
      return fits(data[name], data, status) ? [] : [`${name}: ${JSON.stringify(data[name])} does not fit ${status}`]
    }),
  ]
}
