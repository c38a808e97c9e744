/** The way of a request: refuse, answer from memory, or let Next render and finish the page with its policy. */
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import compression from 'compression'
import makeEtag from 'etag'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { Env } from '@/lib/env'
import { defaultLocale, locales, localPath, splitPath, type Locale } from '@/lib/locales'
import { isNotModified, withoutReload } from '@/lib/not-modified'
import { hasValidPreviewCookie, previewCookiesOf } from '@/lib/preview-cookie'
import { errorPage } from '@/lib/server/http/error-page'
import { shared } from '@/lib/server/process-state'
import { log } from '@/lib/server/observability/log'
import { errorPagePaths } from '@/lib/site'
import { bufferResponse, renderInternally, type Handler } from './buffer'
import { baselinePolicy, closedPolicy, contentSecurityPolicy } from './csp'
import { areaOf, commonHeaders, isApi, isPage, isProxied, removeInternalHeaders, type Area } from './headers'
import { createMemo, encodeOnce, type Encoding, type FinishedPage } from './memo'
import { processPage, type PageOptions } from './page'

const policyHeader = 'Content-Security-Policy'

const contentType = (response: ServerResponse) => String(response.getHeader('content-type'))
const isHtml = (response: ServerResponse) => /^text\/html\b/i.test(contentType(response))
const isSmallText = (response: ServerResponse) => /^(?:application\/json|text\/calendar)\b/i.test(contentType(response))
const isStorable = (response: ServerResponse) =>
  response.statusCode === 200 && !/no-store/.test(String(response.getHeader('cache-control')))

/** Next's shell for failed renderings, which needs scripts. */
const isShell = (body: Buffer) => body.subarray(0, 200).includes('id="__next_error__"')

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?', 1)[0] || '/'
const localeOf = (request: IncomingMessage) => splitPath(pathOf(request)).locale

/** Pages are compressed with their policy, once. Parts of files cannot be compressed. */
const compressStream = compression({
  filter(request, response) {
    const res = response as unknown as ServerResponse
    return res.statusCode !== 206 && !isHtml(res) && compression.filter(request, response)
  },
})

const encodings: Encoding[] = ['br', 'gzip']

function acceptedEncoding(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(encodings)
  return encodings.find((each) => accepted.includes(each)) ?? 'identity'
}

/** Next fails on other methods. */
const apiMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}

/** The API answers unknown methods and unreadable paths itself, in JSON. */
function prepareForApi(request: IncomingMessage, pathname: string): void {
  if (!apiMethods.has(request.method ?? '')) request.method = 'PUT'
  if (!isDecodable(pathname)) request.url = '/api/-'
}

/** Next reads cookies in quadratic time, and needs them for drafts only. */
function removeCookies({ headers }: IncomingMessage, isPreview: boolean): void {
  const { cookie } = headers
  if (cookie === undefined) return
  if (isPreview) headers.cookie = previewCookiesOf(cookie)
  else delete headers.cookie
}

/** Next streams drafts with scripts that no build knows. It adds a nonce to them if the request's policy has one. */
function requestNonce({ headers }: IncomingMessage): string {
  const source = `'nonce-${randomBytes(16).toString('base64')}'`
  headers['content-security-policy'] = `script-src ${source}`
  return source
}

/** Next answers no conditions of routes that it has cached. */
function sendUnlessKnown(body: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const etag = response.getHeader('etag')
  if (response.statusCode !== 200 || etag === undefined || !isNotModified(request.headers, { etag: String(etag) }))
    return void response.end(body)
  response.statusCode = 304
  for (const name of ['Content-Length', 'Content-Type']) response.removeHeader(name)
  response.end()
}

const personalHeaders = ['authorization', 'firebase-auth-token', 'rsc', 'range', 'x-middleware-prefetch']

/** Static pages are the same for everyone, whatever the query. */
const isForEveryone = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.cookie === undefined &&
  personalHeaders.every((name) => headers[name] === undefined)

/** Areas whose scripts can wait for an interaction. */
const isDeferrable = (area: Area) => area === 'site' || area === 'blog'

/** The site's host with `www.` added or removed; null for IP addresses and localhost. */
function alternateHost(siteOrigin: string): string | null {
  const { host, hostname } = new URL(siteOrigin)
  if (!hostname.includes('.') || /^[\d.]+$/.test(hostname)) return null
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}

type Options = {
  next: Handler
  env: Env
  /** Origins of the API, for the policy. */
  api: string[]
  build: Omit<PageOptions, 'isDeferred'>
}

class Site {
  readonly #next: Handler
  readonly #env: Env
  readonly #https: boolean
  readonly #policy: ReturnType<typeof contentSecurityPolicy>
  readonly #build: Options['build']
  readonly #alternateHost: string | null
  readonly #memo = createMemo()
  readonly #errorPages = new LRUCache<string, Buffer>({ max: 2 * locales.length, ttl: 60_000 })

  constructor({ next, env, api, build }: Options) {
    this.#next = next
    this.#env = env
    this.#https = env.siteOrigin.startsWith('https:')
    this.#policy = contentSecurityPolicy(env, api)
    this.#build = build
    this.#alternateHost = alternateHost(env.siteOrigin)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, response)
    } catch (error) {
      this.#fail(error, request, response)
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url ??= '/'
    // Next ignores If-None-Match when Cache-Control is present.
    request.headers = withoutReload(request.headers)
    const pathname = pathOf(request)
    const isPreview = hasValidPreviewCookie(request.headers.cookie, this.#env.revalidateSecret)
    removeCookies(request, isPreview)
    const isAlternateHost = request.headers.host === this.#alternateHost
    const cached = isForEveryone(request) && !isAlternateHost ? this.#memo.fresh(pathname) : null
    if (cached) return this.#send(cached, cached.headers, request, response)
    removeInternalHeaders(request.headers)
    this.#setCommonHeaders(pathname, response)
    if (isApi(pathname)) prepareForApi(request, pathname)
    const methods = isApi(pathname) || isProxied(pathname) ? apiMethods : readMethods
    if (!methods.has(request.method ?? '')) return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    // Signing in and paying work on one origin.
    if (isPage(pathname) && isAlternateHost)
      return void response.writeHead(308, { Location: this.#env.siteOrigin + request.url, 'Content-Length': 0 }).end()
    if (isProxied(pathname)) return this.#next(request, response)
    const isReadable = isApi(pathname) || isDecodable(pathname)
    if (!isReadable || (!isPreview && (await shared.isMissingPage?.(pathname).catch(() => false)))) {
      response.statusCode = 404
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      return this.#sendPage(await this.#renderErrorPage(404, localeOf(request)), request, response)
    }
    return this.#renderWithNext(request, response)
  }

  #setCommonHeaders(pathname: string, response: ServerResponse): void {
    for (const [name, value] of Object.entries(commonHeaders(pathname, this.#https))) response.setHeader(name, value)
  }

  async #renderWithNext(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request)
    const { 'if-none-match': etag, ...headers } = request.headers
    if (isPage(pathname) && headers.rsc === undefined) {
      // The headers depend on the page, which Next omits for HEAD and conditions.
      if (request.method === 'HEAD') request.method = 'GET'
      delete headers['cache-control']
      delete headers['if-modified-since']
      request.headers = headers
    }
    const nonce = headers.cookie?.includes('__prerender_bypass') ? requestNonce(request) : null
    const revision = shared.contentRevision
    compressStream(request as never, response as never, () => {})
    bufferResponse(response, {
      onHeaders: () => {
        // Replaces the headers of `next.config.ts` by those of this address.
        if (response.getHeader(policyHeader) === baselinePolicy) response.removeHeader(policyHeader)
        this.#setCommonHeaders(pathname, response)
        if (!this.#https) response.removeHeader('Strict-Transport-Security')
        if (response.hasHeader(policyHeader)) return
        if (nonce !== null && isHtml(response))
          response.setHeader(policyHeader, this.#policy(areaOf(pathname), [...this.#build.allowedScripts, nonce]))
        else if (/json/.test(contentType(response))) response.setHeader(policyHeader, closedPolicy)
      },
      // Answers with their own policy or to HEAD are passed on.
      isBuffered: () =>
        request.method !== 'HEAD' &&
        (isHtml(response) ? !response.hasHeader(policyHeader) : etag !== undefined && isSmallText(response)),
      onUnbuffered() {
        if (isHtml(response) && !response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
      },
      onBody: (body) => {
        request.headers = { ...request.headers, 'if-none-match': etag }
        if (!isHtml(response)) return sendUnlessKnown(body, request, response)
        this.#sendPage(body, request, response, revision).catch((error: unknown) =>
          this.#fail(error, request, response),
        )
      },
    })
    return this.#next(request, response)
  }

  async #sendPage(
    rendered: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
    revision = shared.contentRevision,
  ): Promise<void> {
    const { statusCode } = response
    const pathname = pathOf(request)
    const locale = localeOf(request)
    // Next's own page for an unknown address is in English.
    const isReplaced = isShell(rendered) || (statusCode === 404 && locale !== defaultLocale)
    const body = isReplaced ? await this.#renderErrorPage(statusCode, locale) : rendered
    for (const name of ['Content-Length', 'ETag']) response.removeHeader(name)
    if (statusCode >= 400)
      response.setHeader('Cache-Control', 'private, no-cache, no-store, max-age=0, must-revalidate')
    const area = statusCode === 200 ? areaOf(pathname) : 'site'
    const finish = () => this.#finish(body, area, response)
    const nextCache = response.getHeader('x-nextjs-cache')
    const isShared = (isStorable(response) && nextCache !== undefined) || statusCode >= 400
    const address = statusCode === 200 ? pathname : `status ${statusCode} ${locale}`
    const rendering = { source: body, revision, isCached: statusCode === 200 && nextCache === 'HIT' }
    const page = isShared ? this.#memo.finish(address, rendering, finish) : finish()
    return this.#send(page, page.own, request, response)
  }

  #finish(body: Buffer, area: Area, response: ServerResponse): FinishedPage {
    const { html, scripts, styles, refused } = processPage(body.toString('utf8'), {
      ...this.#build,
      isDeferred: isDeferrable(area),
    })
    for (const text of refused)
      log().warn({ text: text.slice(0, 200) }, 'a page contains a script that the policy does not allow')
    const policy = this.#policy(area, scripts, styles)
    // The policy is part of the tag, so that browsers reload pages with an older one.
    const etag = isStorable(response) ? makeEtag(html + policy, { weak: true }) : undefined
    const vary = [response.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ')
    const own = { 'content-security-policy': policy, vary, ...(etag && { etag }) }
    return { etag, own, headers: { ...response.getHeaders(), ...own }, encode: encodeOnce(html) }
  }

  /** @param headers those that the response does not have yet */
  async #send(
    page: FinishedPage,
    headers: OutgoingHttpHeaders,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (page.etag !== undefined && isNotModified(request.headers, { etag: page.etag }))
      return void response.writeHead(304, headers).end()
    const encoding = acceptedEncoding(request)
    const body = await page.encode(encoding)
    response.writeHead(response.statusCode, {
      ...headers,
      'content-length': body.byteLength,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
    response.end(body)
  }

  /** The built error page, or a plain one if Next cannot render it. */
  async #renderErrorPage(status: number, locale: Locale): Promise<Buffer> {
    const path = localPath(errorPagePaths[status === 404 ? 'missing' : 'failed'], locale)
    const cached = this.#errorPages.get(path)
    if (cached) return cached
    const headers: IncomingHttpHeaders = { host: new URL(this.#env.siteOrigin).host }
    const body = await renderInternally(this.#next, path, headers).catch(() => null)
    if (body === null || isShell(body)) return errorPage(status, locale)
    this.#errorPages.set(path, body)
    return body
  }

  #fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    log().error({ err: error }, 'a page could not be sent')
    if (response.headersSent) return void response.destroy()
    response.statusCode = 500
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) response.removeHeader(name)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader(policyHeader, closedPolicy)
    response.end(errorPage(500, localeOf(request)))
  }
}

export function requestHandler(options: Options): Handler {
  const site = new Site(options)
  return (request, response) => site.handle(request, response)
}
