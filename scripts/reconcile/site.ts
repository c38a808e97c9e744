import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reconcileLine, type ReconcileLine, type ReconcileScope } from '@/lib/contract/reconcile'
import { secretHeader } from '@/lib/site'

type Site = { origin: string; secret: string }

type Source = Record<string, string | undefined>

/** @throws Error that says what to set or to start */
export function readSite(source: Source): Site {
  // A copied .env.example has empty lines.
  const get = (name: string) => source[name]?.trim() || undefined
  const origin = (get('SITE_ORIGIN') ?? `http://localhost:${get('PORT') ?? '3000'}`).replace(/\/+$/, '')
  const secret = get('REVALIDATE_SECRET')
  if (secret) return { origin, secret }
  const file = join(get('DATA_DIR') ?? '.data', 'revalidate-secret')
  try {
    return { origin, secret: readFileSync(file, 'utf8') }
  } catch {
    throw new Error(
      `REVALIDATE_SECRET is not set, and there is no ${file}.\n` +
        'On this machine: start the site first, with npm run local, under the same DATA_DIR.\n' +
        'For a site elsewhere: set SITE_ORIGIN to its address and REVALIDATE_SECRET to its secret.',
    )
  }
}

const noAnswerError = ({ origin }: Site, cause: unknown) =>
  new Error(
    `${origin} does not answer.\n` +
      'On this machine: is npm run local running, and under this PORT?\n' +
      'For a site elsewhere: set SITE_ORIGIN to its address.',
    { cause },
  )

type Call = { method: 'GET' | 'POST'; path: string; body?: object }

/** @throws Error that says what to do, for a site that does not answer or refuses */
export async function callSite(site: Site, { method, path, body }: Call): Promise<Response> {
  const response = await fetch(site.origin + path, {
    method,
    headers: { [secretHeader]: site.secret },
    body: body && JSON.stringify(body),
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw noAnswerError(site, cause)
  })
  if (!response.ok) throw new Error(await describeRefusal(site, response))
  return response
}

/**
 * Yields each line of the site's answer; the last one is the summary.
 * @throws Error that says what to do, also when the answer ends before the summary
 */
export async function* requestReconciliation(site: Site, scope: ReconcileScope): AsyncGenerator<ReconcileLine> {
  const response = await callSite(site, { method: 'POST', path: `/api/billing/reconcile?scope=${scope}` })
  const isJsonLines = /^application\/x-ndjson\b/.test(response.headers.get('content-type') ?? '')
  if (!isJsonLines || !response.body) throw new Error(await describeRefusal(site, response))
  let isComplete = false
  try {
    for await (const text of linesOf(response.body)) {
      const line = reconcileLine.parse(JSON.parse(text))
      isComplete ||= 'checked' in line
      yield line
    }
  } catch (cause) {
    throw interruptedError(cause)
  }
  if (!isComplete) throw interruptedError()
}

const interruptedError = (cause?: unknown) =>
  new Error(
    'The connection closed early, so some customers may not have been checked. The changes listed above were saved.\n' +
      'Run it again; see the site’s log.',
    { cause },
  )

async function describeRefusal({ origin }: Site, response: Response): Promise<string> {
  if (response.status === 401) {
    return `${origin} rejects this secret. Is REVALIDATE_SECRET the one that the site was started with?`
  }
  const answer: unknown = await response.json().catch(() => null)
  const { error } = (answer ?? {}) as { error?: { message?: unknown } }
  const message = typeof error?.message === 'string' ? error.message : 'It is not an answer of this site.'
  return `${origin} answers ${response.status}: ${message}`
}

/** Empty lines only keep the connection open. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}
