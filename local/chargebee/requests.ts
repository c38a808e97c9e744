/** Request parameters, list pages and errors as Chargebee has them. */
import * as z from 'zod'
import type { ZodType } from 'zod'
import { flag, type Form, formName, wholeNumber } from '@/local/vendors/form'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly detail: { param?: string; type?: 'invalid_request' | 'operation_failed' | 'payment' } = {},
  ) {
    super(message)
  }

  get body(): object {
    const { code, message, status } = this
    const { param, type } = this.detail
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

export const missing = (what: string, id: string) => new ApiError(404, 'resource_not_found', `${what} ${id} not found`)

export const invalidState = (message: string) =>
  new ApiError(409, 'invalid_state_for_request', message, { type: 'invalid_request' })

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

export function faultBody(status: number): object {
  const code = codes[status] ?? (status < 500 ? 'param_wrong_value' : 'internal_error')
  return new ApiError(status, code, 'An error that was asked for at /faults.', { type: 'operation_failed' }).body
}

/** Form parameters are text; an empty one counts as missing. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .optional()
    .transform((value) => value || undefined)
type Filter = (value: string) => boolean

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.issues.push({ code: 'custom', message: 'not a JSON text', input: text })
    return z.NEVER
  }
})

const several = json.pipe(z.array(z.string()))

/** `customer_id[is]=x`, its opposite, `id[in]=["a","b"]`, or the plain value. */
export const filter = z
  .union([
    z.string().transform(
      (is): Filter =>
        (value) =>
          value === is,
    ),
    z.strictObject({ is: z.string() }).transform(
      ({ is }): Filter =>
        (value) =>
          value === is,
    ),
    z.strictObject({ is_not: z.string() }).transform(
      (one): Filter =>
        (value) =>
          value !== one.is_not,
    ),
    z.strictObject({ in: several }).transform(
      (one): Filter =>
        (value) =>
          one.in.includes(value),
    ),
  ])
  .optional()

/** Seconds. */
export const momentFilter = z.strictObject({ after: wholeNumber }).optional()

export const listing = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).default(10),
  offset: text(1000),
  include_deleted: flag.optional(),
}

export const matches = (wanted: Filter | undefined, value: string) => wanted === undefined || wanted(value)

/** @throws {ApiError} 400 with Chargebee's code and the parameter */
export function check<T>(schema: ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const name = formName([...(issue?.path ?? []), ...keys])
  const message = keys.length > 0 ? `${name} : unknown parameter` : `${name} : ${issue?.message ?? 'wrong'}`
  throw new ApiError(400, 'param_wrong_value', message, { param: name, type: 'invalid_request' })
}

export function paged<T>(all: readonly T[], { limit, offset }: { limit: number; offset?: string }) {
  const start = offset === undefined ? 0 : Number(offset.replace(/\D/g, ''))
  const list = all.slice(start, start + limit)
  const next = start + list.length
  return { list, ...(next < all.length && { next_offset: JSON.stringify([String(next)]) }) }
}
