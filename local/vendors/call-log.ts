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

const secretName = /secret|password|token|api_?key/i

const masked = (value: string) => `${value.slice(0, 8)}…`

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      typeof child === 'string' && secretName.test(name) ? masked(child) : withoutSecrets(child),
    ]),
  )
}

function safeHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, cookie, ...rest } = headers
  return {
    ...rest,
    ...(authorization !== undefined && { authorization: `${authorization.split(' ')[0]} …` }),
    ...(cookie !== undefined && { cookie: '…' }),
  }
}

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
        headers: safeHeaders(request.headers),
        at: new Date(now()).toISOString(),
      })
      if (calls.length > maxCalls) calls.splice(0, calls.length - maxCalls)
    },
    list: (vendor) => calls.filter((call) => vendor === undefined || call.vendor === vendor),
    clear: () => void calls.splice(0),
  }
}
