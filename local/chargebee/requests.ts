/** List pages, filters and errors as Chargebee has them. */

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }

  get body(): object {
    const { code, message, status } = this
    return { message, type: 'invalid_request', api_error_code: code, error_code: code, http_status_code: status }
  }
}

export const missing = (what: string, id: string) => new ApiError(404, 'resource_not_found', `${what} ${id} not found`)

export const invalidState = (message: string) => new ApiError(409, 'invalid_state_for_request', message)

const codes: Record<number, string> = {
  401: 'api_authentication_failed',
  403: 'api_authorization_failed',
  404: 'resource_not_found',
  409: 'invalid_state_for_request',
  422: 'unable_to_process_request',
  429: 'api_request_limit_exceeded',
  503: 'internal_temporary_error',
}

export function faultBody(status: number): object {
  const code = codes[status] ?? (status < 500 ? 'param_wrong_value' : 'internal_error')
  return new ApiError(status, code, 'An error that was asked for at /faults.').body
}

/** `customer_id[is]=x`, or its opposite. */
export type Filter = { is?: string; is_not?: string } | undefined

export const matches = ({ is, is_not: isNot }: Filter = {}, value: string) =>
  (is === undefined || value === is) && (isNot === undefined || value !== isNot)

export type Listing = { limit?: number; offset?: string }

export function paged<T>(all: readonly T[], { limit = 10, offset = '0' }: Listing) {
  const start = Number(String(offset).replace(/\D/g, ''))
  const list = all.slice(start, start + limit)
  const next = start + list.length
  return { list, ...(next < all.length && { next_offset: JSON.stringify([String(next)]) }) }
}
