/** An error of the stand-in, in Notion's own shape. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }

  get body(): object {
    const { status, code, message } = this
    return { object: 'error', status, code, message, request_id: crypto.randomUUID() }
  }
}

const codes: Record<number, string> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'restricted_resource',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
}

/** What Notion answers when the failure is on its side, or when there were too many calls. */
export const faultBody = (status: number): object =>
  new Refusal(status, codes[status] ?? 'internal_server_error', 'An error that was asked for at /faults.').body
