/** Calls of a signed-in person, of anybody and of the vendors at one site, as they come in production. */
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenHeader } from '@/lib/site'
import { signed } from './deliveries'
import type { Outside, Told } from './outside'
import type { Answer } from './person'
import type { Site } from './site'

export type Asker = ReturnType<typeof createAsker>

/** An answer, and the milliseconds until it was there. */
export type Asked = Answer & { ms: number }

type Request = { method?: string; body?: object | string; headers?: Record<string, string>; token?: string | null }

/** Longer than the site lets anybody wait: what takes longer hangs. */
const answerMs = 20_000

export function createAsker(outside: Outside, site: Pick<Site, 'url'>) {
  async function send(path: string, { method, body, headers }: Request): Promise<Asked> {
    const began = performance.now()
    const response = await fetch(site.url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
      ms: Math.round(performance.now() - began),
    }
  }

  return {
    /** Whatever anybody may ask. */
    send,
    /** A call of the API in somebody's name, with a fresh token of theirs by the clock outside. */
    async call(uid: string, path: string, request: Request = {}): Promise<Asked> {
      const seconds = Math.floor(outside.now() / 1000)
      const token =
        request.token ??
        (await outside.identity.token(uid, { iat: seconds - 10, auth_time: seconds - 10, exp: seconds + 3600 }))
      return send(`/api${path}`, { ...request, headers: { ...request.headers, [tokenHeader]: token } })
    },
    /** Hands a caught message over as its vendor does now. */
    deliver(told: Told): Promise<Asked> {
      const { path, headers } = signed(outside, told)
      return send(path, { headers, body: told.body })
    },
    /** A message of the contact form, from an address of its own. */
    write: (from: string, message: string) =>
      send('/api/contact', { body: { name: 'Ada', email: `${from}@people.example`, message } }),
    /** As an operator asks, so that every part is looked at now. */
    health: () => send('/api/health', { headers: { 'x-revalidate-secret': outside.env.REVALIDATE_SECRET } }),
  }
}

/** Asks until the answer is as wanted; the last answer it was not is the problem. */
export async function until(
  what: string,
  ask: () => Promise<Asked>,
  wanted: (answer: Asked) => boolean,
  patienceMs = 30_000,
): Promise<string[]> {
  for (const end = Date.now() + patienceMs; ; await sleep(100)) {
    const answer = await ask().catch(String)
    if (typeof answer !== 'string' && wanted(answer)) return []
    if (Date.now() > end) return [`${what}: still ${told(answer)}`]
  }
}

/** An answer in a few words, for a problem's sentence. */
export const told = (answer: Asked | string) =>
  typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`

/** What is not right about the refusal of a call that cannot be answered now. */
export function refusalProblems(what: string, { status, headers, body, ms }: Asked, mostMs: number): string[] {
  const problems: string[] = []
  if (status !== 503 || body.error?.code !== 'unavailable') {
    problems.push(`${what} was answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
  }
  if (!(Number(headers.get('retry-after')) > 0)) problems.push(`${what} was answered without Retry-After`)
  if (ms > mostMs) problems.push(`${what} took ${ms} ms`)
  return problems
}

const pages = ['/', '/features', '/pricing/start', '/blog', '/auth', '/profile', '/contact', '/faq']

/** Pages that anybody may read must be there, whatever else is not. */
export async function pageProblems({ send }: Asker): Promise<string[]> {
  const answers = await Promise.all(pages.map(async (page) => [page, await send(page, {}).catch(String)] as const))
  return answers.flatMap(([page, answer]) =>
    typeof answer !== 'string' && answer.status === 200 ? [] : [`${page} was answered ${told(answer).slice(0, 80)}`],
  )
}
