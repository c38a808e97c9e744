/** Errors, parameters and lists as Stripe has them. */
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
    return { error: { type: 'invalid_request_error', ...this.detail, message: this.message } }
  }
}

export const missing = (what: string, id: string, param = 'id') =>
  new ApiError(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

/** For an id in a parameter Stripe answers 400 instead of 404. */
export const missingParam = (what: string, id: string, param: string) =>
  new ApiError(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param })

const codes: Record<number, { code: string; type?: string }> = {
  402: { code: 'card_declined', type: 'card_error' },
  429: { code: 'rate_limit' },
}

export function faultBody(status: number): object {
  const detail = codes[status] ?? (status < 500 ? {} : { type: 'api_error' })
  return new ApiError(status, 'An error that was asked for at /faults.', detail).body
}

/** Unnamed keys stay, an empty text removes. */
export function merged(old: Metadata, change: object | '' | null = {}): Metadata {
  const all = { ...old, ...(change as Metadata) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** An SDK type as JSON: field names and plain values are checked, nested objects are not. */
export type Wire<T> = { [K in keyof T]?: Extract<T[K], object> extends never ? T[K] : unknown }

export const list = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url })

export type Listing = {
  limit?: number
  starting_after?: string
  created?: number | { gte?: number; lte?: number }
  expand?: string[]
}

type Listed = { id?: unknown; created?: unknown }

/** @param all newest first */
export function paged(url: string, all: Listed[], { limit = 10, starting_after: last, created }: Listing): object {
  const { gte = 0, lte = Infinity } = typeof created === 'object' ? created : {}
  const within = all.filter((one) => typeof one.created !== 'number' || (one.created >= gte && one.created <= lte))
  const start = within.findIndex((one) => one.id === last) + 1
  const data = within.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < within.length, url }
}

/** Keeps what equals each given filter. */
export function matching<T extends object>(all: readonly T[], filters: Partial<T>): T[] {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  return all.filter((one) => wanted.every(([name, value]) => one[name as keyof T] === value))
}
