/** The state of the request that is being answered, and its body. */
import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/server/process-state'
import { ApiFailure } from './errors'

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

export const bodyLimit = { api: 64 * 1024, webhook: 1024 * 1024, browserError: 16 * 1024 } as const

/** Bytes read of a body that is too large. A sender that is cut off cannot read our answer. */
const drainLimit = 16 * 1024 * 1024

/** An aborted upload's own code would look like a lost database connection. */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? []
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The request body ended early.', cause })
  }
}

/** @throws ApiFailure `too-large`, or `invalid-request` for an aborted body */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > drainLimit) throw new ApiFailure('too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(request)) {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    else if (size > drainLimit) break
    else chunks.length = 0
  }
  if (size > limit) throw new ApiFailure('too-large')
  return Buffer.concat(chunks)
}

/** @throws ApiFailure `invalid-request` unless it is a JSON object in valid UTF-8 */
export function parseJsonBody(raw: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The body must be valid JSON.', cause })
  }
  throw new ApiFailure('invalid-request', { message: 'The body must be a JSON object.' })
}

export class StreamTooLarge extends Error {}

export function limitStream(stream: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  let size = 0
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > limit) controller.error(new StreamTooLarge())
        else controller.enqueue(chunk)
      },
    }),
  )
}
