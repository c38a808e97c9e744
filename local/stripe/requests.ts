/** Request parameters, errors and lists as Stripe has them. */
import * as z from 'zod'
import type { ZodType } from 'zod'
import { type Form, formName, wholeNumber } from '@/local/vendors/form'
import type { Metadata } from './records'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly detail: { code?: string; param?: string; type?: string } = {},
  ) {
    super(message)
  }

  get body(): object {
    const { type = 'invalid_request_error', code, param } = this.detail
    return { error: { type, ...(code && { code }), ...(param && { param }), message: this.message } }
  }
}

export const missing = (what: string, id: string, param = 'id') =>
  new ApiError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

/** For an id in a parameter Stripe answers 400 instead of 404. */
export const missingParam = (what: string, id: string, param: string) =>
  new ApiError(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

export function faultBody(status: number): object {
  if (status === 429)
    return new ApiError(429, 'Too many requests hit the API too quickly.', { code: 'rate_limit' }).body
  if (status === 401) return new ApiError(401, 'Invalid API Key provided.').body
  if (status === 402)
    return new ApiError(402, 'Your card was declined.', { code: 'card_declined', type: 'card_error' }).body
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  return new ApiError(status, 'An error that was asked for at /faults.', { type }).body
}

export const signed = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)
export const metadata = z.union([z.record(z.string(), z.string()), z.literal('').transform(() => ({}))])
export const expand = z.array(z.string()).optional()

const moment = z.union([
  wholeNumber.transform((gte) => ({ gte, lte: undefined })),
  z.object({ gte: wholeNumber.optional(), lte: wholeNumber.optional() }),
])

export const listing = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  created: moment.optional(),
  expand,
}

/** @throws {ApiError} 400 with Stripe's code and the parameter */
export function check<T>(schema: ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (!issue) throw new ApiError(400, 'Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const name = formName([...issue.path, issue.keys[0] ?? ''])
    throw new ApiError(400, `Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
  const name = formName(issue.path)
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], form)
  if (value === undefined)
    throw new ApiError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  throw new ApiError(400, `Invalid ${name}: ${String(value)}`, { param: name })
}

/** Unnamed keys stay, an empty text removes. */
export function merged(old: Metadata, change: Metadata | undefined): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}

/** An SDK type as JSON: field names and plain values are checked, nested objects are not. */
export type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

export const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })
