import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { reasonOf } from '@/lib/content/report'

type Answer = { ok: boolean; status: number; headers: Headers; text(): Promise<string> }
type Call = { method?: string; headers?: Record<string, string>; body?: unknown }
export type Calls = (address: string, call?: Call) => Promise<Answer>

/** Milliseconds, except `atOnce`. */
type Pace = { atOnce: number; timeout: number; patience: number; pause: number }

/** Notion allows about three calls a second. */
export const usualPace: Pace = { atOnce: 3, timeout: 10_000, patience: 3_000, pause: 400 }

export function concurrencyLimit(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** `Retry-After` in milliseconds from now, or null. */
function waitOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  if (!value) return null
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

function isPassing({ status, headers }: Answer, patience: number): boolean {
  const wait = waitOf(headers)
  if (wait === null) return status >= 500
  return (status >= 500 || status === 429) && wait <= patience
}

const answerOf = (status: number, text: string, headers: Headers): Answer => ({
  ok: status >= 200 && status < 300,
  status,
  headers,
  text: async () => text,
})

async function ask(address: string, { method, headers, body }: Call, timeout: number): Promise<Answer> {
  // Bypasses Next's caching `fetch`. The signal also limits reading the body.
  const response = await fetch(address, {
    method,
    headers,
    body: typeof body === 'string' ? body : undefined,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
  return answerOf(response.status, await response.text(), new Headers([...response.headers]))
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function failure(error: unknown): Error {
  if (isTimeout(error)) return new Error('Notion did not answer in time.', { cause: error })
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new Error(`Notion could not be reached: ${reasonOf(cause)}`, { cause: error })
}

/**
 * A `fetch` within Notion's rate limit. Waits out short refusals, returns long ones, and retries temporary failures
 * once.
 * The client's own retry would cut long waits short.
 */
export function rateLimitedFetch(pace: Pace = usualPace): Calls {
  const inTurn = concurrencyLimit(pace.atOnce)
  let refusal: { answer: Answer; until: number } | null = null

  async function held(): Promise<Answer | null> {
    const left = refusal ? refusal.until - Date.now() : 0
    if (!refusal || left <= 0) return null
    if (left > pace.patience) {
      const headers = new Headers(refusal.answer.headers)
      headers.set('retry-after', String(Math.ceil(left / 1000)))
      return answerOf(refusal.answer.status, await refusal.answer.text(), headers)
    }
    await sleep(left)
    return held()
  }

  async function once(address: string, call: Call): Promise<Answer> {
    const refused = await held()
    if (refused) return refused
    const answer = await ask(address, call, pace.timeout)
    const wait = answer.ok ? null : waitOf(answer.headers)
    if (wait === null) return answer
    answer.headers.set('retry-after', String(Math.ceil(wait / 1000)))
    if (Date.now() + wait > (refusal?.until ?? 0)) refusal = { answer, until: Date.now() + wait }
    return answer
  }

  return (address, call = {}) =>
    inTurn(async () => {
      try {
        const answer = await once(address, call)
        if (!isPassing(answer, pace.patience)) return answer
      } catch (error) {
        // The reader has waited long enough.
        if (isTimeout(error)) throw failure(error)
      }
      await sleep(pace.pause)
      return once(address, call).catch((error: unknown) => {
        throw failure(error)
      })
    })
}
