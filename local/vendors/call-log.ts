import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { VendorName } from './faults'

type CallTarget = VendorName | 'scripts'

type Call = {
  vendor: CallTarget
  method: string
  path: string
  query: unknown
  body: unknown
  headers: IncomingHttpHeaders
  at: string
}

export type CallLog = {
  record(vendor: CallTarget, request: Request, path: string, query: unknown, body: unknown): void
  /** Oldest first. */
  list(vendor?: string): Call[]
  clear(): void
}

const maxCalls = 500

const secretName = /secret|password|token|api_?key|authorization|cookie/i

const withoutSecrets = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, child: unknown) =>
      typeof child === 'string' && secretName.test(name) ? 'masked' : child,
    ),
  ) as T

/** The last 500 calls with secrets masked, in memory only. */
export function createCallLog(now: () => number): CallLog {
  const calls: Call[] = []
  return {
    record(vendor, request, path, query, body) {
      calls.push({
        vendor,
        method: request.method,
        path,
        query: withoutSecrets(query),
        body: withoutSecrets(body),
        headers: withoutSecrets(request.headers),
        at: new Date(now()).toISOString(),
      })
      if (calls.length > maxCalls) calls.splice(0, calls.length - maxCalls)
    },
    list: (vendor) => calls.filter((call) => vendor === undefined || call.vendor === vendor),
    clear: () => void calls.splice(0),
  }
}
