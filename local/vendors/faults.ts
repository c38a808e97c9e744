import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, Response } from 'express'
import * as z from 'zod'

export const vendorNames = ['stripe', 'chargebee', 'notion', 'mail'] as const
export type VendorName = (typeof vendorNames)[number]

/** A field that may also be null, which says as much as nothing. */
const given = <T extends z.ZodType>(field: T) => z.preprocess((value) => value ?? undefined, field)

const yesOrNo = z.stringbool().or(z.boolean())

/** An answer below 400 is no failure: with such a status the call is only delayed. */
const failure = z.coerce.number().int().min(400).max(599).optional()
const status = z.preprocess((value) => (value !== '' && Number(value ?? 0) < 400 ? undefined : value), failure)

const fault = z.strictObject({
  vendor: z.enum(vendorNames),
  times: given(z.coerce.number().int().min(0).max(1_000_000).default(1)),
  status,
  delayMs: given(z.coerce.number().int().min(0).max(600_000).default(0)),
  /** The connection is cut instead of answered. */
  drop: given(yesOrNo.optional()),
  /** Seconds of `Retry-After` that go with the status. */
  retryAfter: given(z.coerce.number().int().min(0).max(3600).optional()),
  /** Stripe keeps the answer under the call's idempotency key, as it does with a failure of its own. */
  replayed: given(yesOrNo.optional()),
})

type Fault = z.infer<typeof fault>

/** Whoever clears wants nothing to happen any more: what else they say does not matter. */
const cleared = z
  .object({ vendor: z.enum(vendorNames), times: z.literal([0, '0']) })
  .transform(({ vendor }): Fault => ({ vendor, times: 0, delayMs: 0 }))

/** A fault to arm; `times: 0` disarms. Without `status` and `drop` the call is only delayed. */
export function readFault(body: unknown): z.ZodSafeParseResult<Fault> {
  const clearing = cleared.safeParse(body)
  return clearing.success ? clearing : fault.safeParse(body)
}

export type Faults = {
  arm(fault: Fault): void
  list(): Fault[]
  /** What is armed for a vendor, one call less of it; whoever takes it lets it happen. */
  take(vendor: VendorName): Fault | null
  /**
   * Applies what is armed for a vendor to one of its calls.
   * @param shape the vendor's own error body for a status
   * @returns true when the call was answered or cut, so that nothing more is to be done
   */
  strike(vendor: VendorName, request: Request, response: Response, shape: (status: number) => object): Promise<boolean>
}

/** One fault a vendor at a time; a new one takes the place of the last. */
export function createFaults(): Faults {
  const armed = new Map<VendorName, Fault>()
  const take = (vendor: VendorName): Fault | null => {
    const fault = armed.get(vendor)
    if (!fault) return null
    fault.times -= 1
    if (fault.times === 0) armed.delete(vendor)
    return fault
  }
  return {
    take,
    arm(fault) {
      if (fault.times === 0) armed.delete(fault.vendor)
      else armed.set(fault.vendor, { ...fault })
    },
    list: () => [...armed.values()],
    async strike(vendor, request, response, shape) {
      const fault = take(vendor)
      if (!fault) return false
      if (fault.delayMs > 0) await sleep(fault.delayMs)
      if (fault.drop) {
        request.socket.destroy()
        return true
      }
      if (fault.status === undefined) return false
      const retryAfter = fault.retryAfter ?? (fault.status === 429 ? 1 : undefined)
      if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
      response.status(fault.status).json(shape(fault.status))
      return true
    },
  }
}
