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

export type CallLog = ReturnType<typeof createCallLog>

const maxCalls = 500

const secretName = /secret|password|token|api_?key|authorization|cookie/i

const withoutSecrets = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value ?? null, (name, child: unknown) =>
      typeof child === 'string' && secretName.test(name) ? 'masked' : child,
    ),
  ) as T

/** The last 500 calls with secrets masked, oldest first, in memory only. */
export function createCallLog(now: () => number) {
  const calls: Call[] = []
  return {
    record(vendor: CallTarget, { method, headers }: Request, path: string, query: unknown, body: unknown): void {
      calls.push(withoutSecrets({ vendor, method, path, query, body, headers, at: new Date(now()).toISOString() }))
      calls.splice(0, calls.length - maxCalls)
    },
    list: (vendor?: string) => calls.filter((call) => vendor === undefined || call.vendor === vendor),
    clear: () => void calls.splice(0),
  }
}
