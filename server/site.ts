/**
 * What stands round Next's request handler: the headers of every answer, and for pages a policy that names the
 * scripts in them, whether Next made them just now or long ago. One that cannot be read has a closed policy.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import etag from 'etag'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import type { Env } from '@/lib/env'
import { instead } from '@/lib/site'
import { isPage, isPassedOn } from './addresses'
import { areaOf } from './areas'
import { commonHeaders } from './headers'
import { hold } from './held-answer'
import { innerPage, type Handler } from './inner-request'
import { lastResort } from './last-resort'
import { log } from './log'
import { pageMemory, type Encoding } from './pages'
import { pinned } from './pins'
import { closedPolicy, policyOf } from './policy'

const policyHeader = 'Content-Security-Policy'

const isHtml = (response: ServerResponse) => /^text\/html\b/i.test(String(response.getHeader('content-type')))
const isKept = (response: ServerResponse) => !/no-store/.test(String(response.getHeader('cache-control')))

/** Where Next gives up while it makes a page, it sends a shell that only its script fills. */
const isShell = (body: Buffer) => body.subarray(0, 200).includes('id="__next_error__"')

/** What a person asked for that Next is not told, since it knows the page and not its headers. */
type Asked = { pathname: string; conditions: IncomingHttpHeaders }

const compress = compression({
  // A page is compressed once for all who ask for it; the rest as it goes.
  filter: (request, response) =>
    !isHtml(response as unknown as ServerResponse) && compression.filter(request, response),
})

/**
 * The site's request listener.
 * @param next Next's own handler
 * @param api origins of the API, where it is not on this one
 */
export function siteHandler(next: Handler, env: Env, api: string[]): Handler {
  const https = env.siteOrigin.startsWith('https:')
  const policy = policyOf(env, api)
  const read = pageMemory(pinned, (text) =>
    log.warn({ text: text.slice(0, 200) }, 'a script in a page is not among those that may run'),
  )

  /** The whole page: an error has one of its own in place of a shell. */
  async function completed(body: Buffer, { headers }: IncomingMessage, { statusCode }: ServerResponse) {
    if (!isShell(body)) return body
    const page = await innerPage(next, statusCode === 404 ? instead.ofMissing : instead.ofFailed, headers).catch(
      () => body,
    )
    return isShell(page) ? lastResort(statusCode) : page
  }

  async function send(body: Buffer, request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
    const page = read(await completed(body, request, response))
    const text = policy(areaOf(asked.pathname), page.hashes)
    response.setHeader(policyHeader, text)
    response.removeHeader('ETag')
    if (response.statusCode === 200 && isKept(response)) {
      // With another policy it is another page: a browser that has the old one must hear of it.
      const tag = etag(`${page.digest} ${text}`, { weak: true })
      response.setHeader('ETag', tag)
      if (fresh(asked.conditions, { etag: tag })) {
        response.statusCode = 304
        response.removeHeader('Content-Length')
        response.end()
        return
      }
    }
    const accepted = new Negotiator(request).encodings(['br', 'gzip'])
    const encoding: Encoding = (['br', 'gzip'] as const).find((each) => accepted.includes(each)) ?? 'identity'
    const sent = await page.in(encoding)
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
    const varied = response.getHeader('vary')
    if (!/accept-encoding/i.test(String(varied)))
      response.setHeader('Vary', [varied ?? [], 'Accept-Encoding'].flat().join(', '))
    response.setHeader('Content-Length', sent.byteLength)
    response.end(sent)
  }

  function failed(error: unknown, response: ServerResponse): void {
    log.error({ err: error }, 'a page could not be sent')
    if (response.headersSent) return void response.destroy()
    response.statusCode = 500
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) response.removeHeader(name)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader(policyHeader, closedPolicy)
    response.end(lastResort(500))
  }

  return async function handle(request, response) {
    const [pathname = '/'] = (request.url ?? '/').split('?')
    for (const [name, value] of Object.entries(commonHeaders(pathname, https))) response.setHeader(name, value)
    if (isPassedOn(pathname)) return next(request, response)

    const asked = { pathname, conditions: {} }
    if (isPage(pathname) && request.headers.rsc === undefined) {
      // Next answers HEAD and conditions by itself, without the page that the headers are made of.
      if (request.method === 'HEAD') request.method = 'GET'
      const { 'if-none-match': tag, 'cache-control': control, ...others } = request.headers
      asked.conditions = {
        ...(tag !== undefined && { 'if-none-match': tag }),
        ...(control !== undefined && { 'cache-control': control }),
      }
      delete others['if-modified-since']
      request.headers = others
    }
    compress(request as never, response as never, () => {})
    hold(response, {
      // A page with a policy of its own is not Next's.
      isHeld: () => isHtml(response) && !response.hasHeader(policyHeader),
      passed() {
        // Not for the rest: on a script it would be the policy of the worker that it runs as.
        const isClosed = isHtml(response) || /json/.test(String(response.getHeader('content-type')))
        if (isClosed && !response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
      },
      whole: (body) => void send(body, request, response, asked).catch((error: unknown) => failed(error, response)),
    })
    try {
      await next(request, response)
    } catch (error) {
      failed(error, response)
    }
  }
}
