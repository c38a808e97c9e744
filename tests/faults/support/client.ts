/** Requests to a site, and checks of its responses. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site'

/** Something that goes wrong in production, caused with real servers that really fail. */
export type Fault = {
  /** Its name on the command line. */
  name: string
  /** The expected behaviour in a sentence, for the output. */
  expects: string
  /** Skipped with `TEST_REDIS=off`. */
  needsRedis?: true
  /**
   * Causes the fault, checks what people see during and after it, and cleans up.
   * @param log prints a figure
   * @returns a sentence for each problem
   */
  run(log: (line: string) => void): Promise<string[]>
}

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are JSON of many shapes, judged by the tests
export type Answer = { status: number; body: any; headers: Headers; ms: number }

/** Longer than the site's own time limits: a request that takes longer hangs. */
const timeoutMs = 30_000

export const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Requests an address. The status is 0 when there was no answer. */
export async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  const answered = (status: number, body: unknown, headers = new Headers()) => ({
    status,
    body,
    headers,
    ms: Math.round(performance.now() - began),
  })
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return answered(response.status, isJson ? JSON.parse(text) : text, response.headers)
  } catch (error) {
    return answered(0, error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error))
  }
}

/** An answer in a few words, for a problem's sentence. */
export const describe = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 200)}`

/** A problem unless the answer is 200. */
export const unlessOk = (what: string, answer: Answer) =>
  answer.status === 200 ? [] : [`${what}: ${describe(answer)}`]

/** Sends the contact form. */
export const sendMessage = ({ url }: Pick<Site, 'url'>, name: string, message: string) =>
  request(`${url}/api/contact`, post({ name, email: `${name}@people.example`, message }))

/** With the operator's secret, so that the site checks every part now. */
export const health = ({ url }: Pick<Site, 'url'>) =>
  request(`${url}/api/health`, { headers: { 'x-revalidate-secret': 'revalidate-secret' } })

/** Repeats a check until it passes. Returns how long that took, and the problems that were left after `ms`. */
export async function retryCheck(ms: number, check: () => Promise<string[]>) {
  const began = performance.now()
  for (;;) {
    const problems = await check()
    const took = performance.now() - began
    if (problems.length === 0 || took > ms) return { ms: Math.round(took), problems }
    await sleep(100)
  }
}

const pages = ['/', '/features', '/pricing/start', '/blog', '/auth', '/profile', '/contact', '/faq']

/** Public pages must work during every fault. */
export async function pageProblems({ url }: Pick<Site, 'url'>): Promise<string[]> {
  const checks = pages.map(async (page) => unlessOk(page, await request(url + page)))
  return (await Promise.all(checks)).flat()
}
