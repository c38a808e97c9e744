/** An error of the stand-in, in Chargebee's own shape. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly param?: string,
    readonly type?: 'invalid_request' | 'operation_failed' | 'payment',
  ) {
    super(message)
  }

  get body(): object {
    const { type, code, param, message, status } = this
    return {
      message,
      ...(type && { type }),
      api_error_code: code,
      ...(param && { param }),
      error_code: code,
      error_msg: message,
      http_status_code: status,
    }
  }
}

export const missing = (what: string, id: string) => new Refusal(404, 'resource_not_found', `${what} ${id} not found`)

export const wrongState = (message: string) =>
  new Refusal(409, 'invalid_state_for_request', message, undefined, 'invalid_request')

const codes: Record<number, string> = {
  401: 'api_authentication_failed',
  403: 'api_authorization_failed',
  404: 'resource_not_found',
  409: 'invalid_state_for_request',
  422: 'unable_to_process_request',
  429: 'api_request_limit_exceeded',
  503: 'internal_temporary_error',
  504: 'gateway_timeout',
}

/** What Chargebee answers when the failure is on its side, or when there were too many calls. */
export function faultBody(status: number): object {
  const code = codes[status] ?? (status < 500 ? 'param_wrong_value' : 'internal_error')
  return new Refusal(status, code, 'An error that was asked for at /faults.', undefined, 'operation_failed').body
}
