import 'server-only'
import Chargebee from 'chargebee'
import * as z from 'zod'
import { decimalsOf } from '@/lib/contract/format'
import type { ChargebeeEnv } from '@/lib/env'
import { providerCallTimeoutMs, isFinalRefusal, CustomerMissing } from '@/lib/server/billing/providers/provider'
import { ApiFailure } from '@/lib/server/http/errors'

/** No decimals in ISO 4217 and at Chargebee; counted in hundredths here, as at Stripe. */
const zeroDecimalCurrencies = new Set(['ISK', 'UGX'])

/**
 * Chargebee uses hundredths even for currencies with thousandths:
 * apidocs.chargebee.com/docs/api/currencies, read on 2026-11-23.
 */
export function minorUnits(amount: number, currency: string): number {
  if (zeroDecimalCurrencies.has(currency)) return amount * 100
  return decimalsOf(currency) === 3 ? amount * 10 : amount
}

export function chargebeeClient(settings: ChargebeeEnv): Chargebee {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Chargebee({
    site: base ? base.hostname : settings.site,
    apiKey: settings.apiKey,
    timeout: providerCallTimeoutMs,
    sdkTelemetryEnabled: false,
    // The SDK's own timeout ends at the headers; this one includes the body.
    httpClient: {
      makeApiRequest: (request, timeout) => fetch(request, { cache: 'no-store', signal: AbortSignal.timeout(timeout) }),
    },
    ...(base && {
      hostSuffix: '',
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
      port: Number(base.port) || (base.protocol === 'https:' ? 443 : 80),
    }),
  })
}

/** The SDK rejects with a plain object if Chargebee answered, and with an Error if not. */
const refusalShape = z.object({ http_status_code: z.number(), api_error_code: z.string().optional() })

export const refusalCode = (error: unknown): string | undefined => refusalShape.safeParse(error).data?.api_error_code

/** @throws ApiFailure `provider-refused` if a retry would not help, else `provider-unavailable` */
export async function translateErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof CustomerMissing || cause instanceof ApiFailure) throw cause
    const { data } = refusalShape.safeParse(cause)
    const isRefused = data?.api_error_code !== undefined && isFinalRefusal(data.http_status_code, data.api_error_code)
    throw new ApiFailure(isRefused ? 'provider-refused' : 'provider-unavailable', { cause })
  }
}

/** @param list fetches one page; it needs new parameter objects, since the SDK changes them in place */
export async function listAll<T>(
  max: number,
  list: (offset: string | undefined) => Promise<{ list: T[]; next_offset?: string }>,
): Promise<T[]> {
  const items: T[] = []
  for (let offset: string | undefined; ;) {
    const page = await translateErrors(list(offset))
    items.push(...page.list)
    offset = page.next_offset
    if (!offset || items.length >= max) return items
  }
}

export const nullIfMissing = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if (refusalCode(error) === 'resource_not_found') return null
    throw error
  })
