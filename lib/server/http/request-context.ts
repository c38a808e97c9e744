import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/process-state'

type Request = {
  readonly id: string
  /** Identify the person and are removed from logs. */
  readonly personalWords: Set<string>
  readonly pendingProviders: Provider[]
  /** Milliseconds as `Date.now()`; unset for background work and webhooks. */
  answerDueAt?: number
}

const storage = processState('request', () => new AsyncLocalStorage<Request>())

export const withRequest = <T>(id: string, run: () => T): T =>
  storage.run({ id, personalWords: new Set(), pendingProviders: [] }, run)

export const requestId = (): string | undefined => storage.getStore()?.id

export function setAnswerDue(at: number): void {
  const request = storage.getStore()
  if (request) request.answerDueAt = at
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
  const known = storage.getStore()?.personalWords
  for (const word of words) if (word) known?.add(word)
}

export const personalWords = (): Iterable<string> => storage.getStore()?.personalWords ?? []

export const patienceMs = 9500

const reservedMs = 500

/** How long this request may wait, as `Date.now()`. Background work gets the full time from now. */
export const requestDeadline = (): number => (storage.getStore()?.answerDueAt ?? Date.now() + patienceMs) - reservedMs

/** Late results and errors are ignored. @param until milliseconds as `Date.now()` */
export async function withDeadline<T>(until: number, work: Promise<T>, lateError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateError()), Math.max(0, until - Date.now()))
  })
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
