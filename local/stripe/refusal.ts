/** An error of the stand-in, in Stripe's own shape; the SDK's error class follows the status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
    readonly param?: string,
    readonly type = 'invalid_request_error',
  ) {
    super(message)
  }

  get body(): object {
    const { type, code, param, message } = this
    return { error: { type, ...(code && { code }), ...(param && { param }), message } }
  }
}

export const missing = (what: string, id: string, param = 'id') =>
  new Refusal(404, `No such ${what}: '${id}'`, 'resource_missing', param)

/** The same for what a parameter names: there Stripe calls the request wrong, and not the address. */
export const missingParam = (what: string, id: string, param: string) =>
  new Refusal(400, `No such ${what}: '${id}'`, 'resource_missing', param)

/** What Stripe answers when the failure is on its side, or when there were too many calls. */
export function faultBody(status: number): object {
  if (status === 429) return new Refusal(429, 'Too many requests hit the API too quickly.', 'rate_limit').body
  if (status === 401) return new Refusal(401, 'Invalid API Key provided.').body
  if (status === 402) return new Refusal(402, 'Your card was declined.', 'card_declined', undefined, 'card_error').body
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  return new Refusal(status, 'An error that was asked for at /faults.', undefined, undefined, type).body
}
