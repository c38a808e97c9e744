/** Request parameters, errors and lists as Stripe has them. */
import * as z from 'zod'
import type { ZodType } from 'zod'
import { type Form, formName } from '@/local/vendors/routing'
import type { Metadata } from './records'

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

/** Parameters as a form carries them: everything is text. An empty text unsets, as with Stripe. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
/** An amount that may be a credit. */
export const signed = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number)
export const metadata = z.union([z.record(z.string(), z.string()), z.literal('').transform(() => ({}))])
export const expand = z.array(z.string()).optional()

const moment = z.union([
  whole.transform((gte) => ({ gte, lte: undefined })),
  z.object({ gte: whole.optional(), lte: whole.optional() }),
])

export const listing = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: moment.optional(),
  expand,
}

/**
 * The parameters of a call, checked as Stripe does: an unknown one is refused by its name.
 * @throws {Refusal} 400 with Stripe's code and the parameter
 */
export function check<T>(schema: ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  if (!issue) throw new Refusal(400, 'Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const name = formName([...issue.path, issue.keys[0] ?? ''])
    throw new Refusal(400, `Received unknown parameter: ${name}`, 'parameter_unknown', name)
  }
  const name = formName(issue.path)
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], form)
  if (value === undefined) throw new Refusal(400, `Missing required param: ${name}.`, 'parameter_missing', name)
  throw new Refusal(400, `Invalid ${name}: ${String(value)}`, undefined, name)
}

/** Stripe's way with metadata: what is not named stays, an empty text removes. */
export function merged(old: Metadata, change: Metadata | undefined): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}

/** An SDK type as it travels: its field names and plain values are checked, nested objects are not. */
export type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

/** A list that is part of an object, and whole. */
export const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })
