import type { ZodType } from 'zod'
import * as z from 'zod'
import { formName, type Form } from '@/local/vendors/form'
import { Refusal } from './refusal'

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
