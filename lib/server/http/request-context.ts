import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/server/process-state'

type RequestState = {
  readonly id: string
  /** Identify the person and are removed from logs. */
  readonly personalWords: Set<string>
  readonly pendingProviders: Provider[]
  /** Milliseconds as `Date.now()`; unset for background work and webhooks. */
  responseDeadline?: number
}

const storage = processState('request', () => new AsyncLocalStorage<RequestState>())

export const withRequest = <T>(id: string, run: () => T): T =>
  storage.run({ id, personalWords: new Set(), pendingProviders: [] }, run)

export const requestId = (): string | undefined => storage.getStore()?.id

export function setResponseDeadline(at: number): void {
  const request = storage.getStore()
  if (request) request.responseDeadline = at
}

export async function trackProviderCall<T>(name: Provider, call: () => Promise<T>): Promise<T> {
  const pending = storage.getStore()?.pendingProviders ?? []
  pending.push(name)
  try {
    return await call()
  } finally {
    pending.splice(pending.indexOf(name), 1)
  }
}

/** Providers that this request waits for, longest first. The list is live. */
export const pendingProviders = (): readonly Provider[] => storage.getStore()?.pendingProviders ?? []

/** Removes words that identify the person, such as a uid, from this request's log lines. */
export function redactFromLog(...words: (string | null)[]): void {
  const current = storage.getStore()?.personalWords
  for (const word of words) if (word) current?.add(word)
}

export const personalWords = (): Iterable<string> => storage.getStore()?.personalWords ?? []

export const requestTimeoutMs = 9500

const reservedMs = 500

/** How long this request may wait, as `Date.now()`. Background work gets the full time from now. */
export const requestDeadline = (): number =>
  (storage.getStore()?.responseDeadline ?? Date.now() + requestTimeoutMs) - reservedMs

/** Late results and errors are ignored. @param deadline milliseconds as `Date.now()` */
export async function withDeadline<T>(deadline: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), Math.max(0, deadline - Date.now()))
  })
  work.catch(() => {})
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
