import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, Response } from 'express'
import * as z from 'zod'
import { providers } from '@/lib/contract/plan'

const vendorNames = [...providers.options, 'notion', 'mail'] as const
export type VendorName = (typeof vendorNames)[number]

const count = (max: number) => z.coerce.number().int().min(0).max(max)

const fault = z.strictObject({
  vendor: z.enum(vendorNames),
  times: count(1_000_000).default(1),
  /** Below 400 the call is only delayed. */
  status: z.preprocess((value) => (Number(value ?? 0) < 400 ? undefined : value), count(599).optional()),
  delayMs: count(600_000).default(0),
  /** Cuts the connection. */
  drop: z.boolean().nullish(),
  /** Seconds of `Retry-After`. */
  retryAfter: count(3600).optional(),
  /** Stripe replays the failure under the call's idempotency key. */
  replayed: z.boolean().nullish(),
})

type Fault = z.infer<typeof fault>

export const readFault = (body: unknown): z.ZodSafeParseResult<Fault> => fault.safeParse(body)

export type Faults = ReturnType<typeof createFaults>

/** One fault per vendor; a new one replaces it. */
export function createFaults() {
  const armed = new Map<VendorName, Fault>()
  function take(vendor: VendorName): Fault | null {
    const found = armed.get(vendor)
    if (!found) return null
    found.times -= 1
    if (found.times === 0) armed.delete(vendor)
    return found
  }
  return {
    take,
    arm(fault: Fault): void {
      if (fault.times === 0) armed.delete(fault.vendor)
      else armed.set(fault.vendor, { ...fault })
    },
    list: () => [...armed.values()],
    /**
     * @param shape the vendor's error body for a status
     * @returns true when the call was answered or cut
     */
    async apply(vendor: VendorName, request: Request, response: Response, shape: (status: number) => object) {
      const { delayMs = 0, drop, status, retryAfter = status === 429 ? 1 : undefined } = take(vendor) ?? {}
      if (delayMs > 0) await sleep(delayMs)
      if (drop) request.socket.destroy()
      if (drop || status === undefined) return Boolean(drop)
      if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
      response.status(status).json(shape(status))
      return true
    },
  }
}
