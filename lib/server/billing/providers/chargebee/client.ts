import 'server-only'
import Chargebee from 'chargebee'
import * as z from 'zod'
import type { ChargebeeEnv } from '@/lib/env'
import { ApiFailure } from '@/lib/server/http/errors'
import { CustomerMissing } from '@/lib/server/billing/providers/provider'
import { isFinal } from '@/lib/server/billing/providers/outcomes'
import { timeoutMs } from '@/lib/server/billing/providers/timeouts'

/** The SDK against Chargebee itself, or against `CHARGEBEE_API_BASE`. */
export function chargebeeClient(settings: ChargebeeEnv): Chargebee {
  const base = settings.apiBase ? new URL(settings.apiBase) : null
  return new Chargebee({
    site: base ? base.hostname : settings.site,
    apiKey: settings.apiKey,
    timeout: timeoutMs,
    sdkTelemetryEnabled: false,
    // The SDK's own client stops its clock at the headers; here it runs until the body is read.
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

/** The SDK rejects with plain objects for answers, and with its own or fetch's errors for none. */
const refusal = z.object({ http_status_code: z.number(), api_error_code: z.string().optional() })

/** Chargebee's own word for what it refused, or undefined when it did not answer or refused without one. */
export const refusedAs = (error: unknown): string | undefined => refusal.safeParse(error).data?.api_error_code

/** @throws ApiFailure `provider-refused` if asking again would not help, else `provider-unavailable` */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof CustomerMissing || cause instanceof ApiFailure) throw cause
    const { data } = refusal.safeParse(cause)
    const refused = data?.api_error_code !== undefined && isFinal(data.http_status_code, data.api_error_code)
    throw new ApiFailure(refused ? 'provider-refused' : 'provider-unavailable', { cause })
  }
}

/**
 * All pages of a list, up to a number of entries.
 * @param list asks for one page; it makes its parameters anew, since the SDK changes them in place
 */
export async function askForAll<T>(
  most: number,
  list: (offset: string | undefined) => Promise<{ list: T[]; next_offset?: string }>,
): Promise<T[]> {
  const found: T[] = []
  for (let offset: string | undefined; ;) {
    const page = await ask(list(offset))
    found.push(...page.list)
    offset = page.next_offset
    if (!offset || found.length >= most) return found
  }
}
