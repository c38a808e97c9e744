/** Handles every request around Next, and adds the policy of the finished page. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import compression from 'compression'
import makeEtag from 'etag'
import { LRUCache } from 'lru-cache'
import type { Env } from '@/lib/env'
import { isNotModified, withoutReload } from '@/lib/not-modified'
import { hasValidPreviewCookie, previewCookiesOf } from '@/lib/preview-cookie'
import { shared } from '@/lib/process-state'
import { errorPagePaths } from '@/lib/site'
import {
  alternateHost,
  builtPolicies,
  decodePath,
  missingAddressFinder,
  unknownHostLogger,
  type Missing,
} from './addresses'
import { areaOf, isApi, isPage, isProxied, type Area } from './html/areas'
import { bufferResponse, renderInternally, type Handler } from './buffered-response'
import { toCachedResponse, isPublicRequest, sendCachedResponse, responseCache } from './cache/response-cache'
import { acceptedEncoding, encodeQuickly, encodeFor, varyByEncoding } from './compression'
import { closedPolicy, contentSecurityPolicy } from './csp'
import { commonHeaders, removeInternalHeaders } from './headers'
import { log } from './log'
import { isSamePage } from './html/deferred-hydration'
import { errorPage } from './html/error-page'
import { styleSheets } from './html/inline-css'
import { processedPages, type PageData, type ProcessedPage } from './html/processed-pages'
import { refuseMethod, staticFiles } from './static-files'

const policyHeader = 'Content-Security-Policy'

const contentType = (response: ServerResponse) => String(response.getHeader('content-type'))
const isHtml = (response: ServerResponse) => /^text\/html\b/i.test(contentType(response))
const isSmallText = (response: ServerResponse) => /^(?:application\/json|text\/calendar)\b/i.test(contentType(response))
const isStorable = (response: ServerResponse) => !/no-store/.test(String(response.getHeader('cache-control')))

/** Next's shell for failed renderings, which needs scripts. */
const isShell = (body: Buffer) => body.subarray(0, 200).includes('id="__next_error__"')

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?')[0] || '/'

/** Compresses files of `public/` and feeds. Parts of files cannot be compressed. */
const compressStream = compression({
  filter(request, response) {
    const res = response as unknown as ServerResponse
    return res.statusCode !== 206 && !isHtml(res) && !isSmallText(res) && compression.filter(request, response)
  },
})

const minCompressedBytes = 1024

/** Next fails on other methods. */
const apiMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const missingApiPath = '/api/-'

/** For unknown methods and invalid paths, which Next would answer in HTML. */
function prepareForApi(request: IncomingMessage, pathname: string): void {
  if (!apiMethods.has(request.method ?? '')) request.method = 'PUT'
  if (decodePath(pathname) === null) request.url = missingApiPath
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

/** Areas whose scripts can wait for an interaction. */
const isDeferrable = (area: Area) => area === 'site' || area === 'blog'

const dataAddress = /^\/_next\/static\/pages\/[\w-]+\.json$/

const missingPageTtlMs = 60_000

type PageRequest = {
  pathname: string
  conditions: IncomingHttpHeaders
  /** The content revision at the start of a public request; null for a personal one. */
  revision: number | null
  /** The source of a draft's scripts; null unless drafts are shown. */
  nonce: string | null
}

type Options = {
  next: Handler
  env: Env
  api: string[]
  dir: string
  allowedScripts: ReadonlySet<string>
}

class Site {
  readonly #next: Handler
  readonly #env: Env
  readonly #https: boolean
  readonly #policy: ReturnType<typeof contentSecurityPolicy>
  readonly #files: ReturnType<typeof staticFiles>
  readonly #pages: ReturnType<typeof processedPages>
  readonly #missingAddress: ReturnType<typeof missingAddressFinder>
  readonly #baseline: ReadonlySet<string>
  readonly #allowedScripts: ReadonlySet<string>
  readonly #alternateHost: string | null
  readonly #responses = responseCache()
  readonly #logUnknownHost: ReturnType<typeof unknownHostLogger>
  readonly #missingPages = new LRUCache<Area, Promise<ProcessedPage>>({ max: 10, ttl: missingPageTtlMs })

  constructor({ next, env, api, dir, allowedScripts }: Options) {
    this.#next = next
    this.#env = env
    this.#https = env.siteOrigin.startsWith('https:')
    this.#policy = contentSecurityPolicy(env, api)
    this.#allowedScripts = allowedScripts
    this.#files = staticFiles({ builtFolder: join(dir, '.next/static'), publicFolder: join(dir, 'public') })
    this.#missingAddress = missingAddressFinder(dir, this.#files.isPublicFile)
    this.#baseline = builtPolicies(dir)
    this.#logUnknownHost = unknownHostLogger(env.previewHosts)
    this.#alternateHost = alternateHost(env.siteOrigin)
    this.#pages = processedPages({
      allowedScripts,
      sheets: styleSheets(join(dir, '.next/style-sheets.json')),
      sizeOf: this.#files.sizeOf,
      onRefused: (text) =>
        log().warn({ text: text.slice(0, 200) }, 'a page contains a script that the policy does not allow'),
    })
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#respond(request, response)
    } catch (error) {
      this.#fail(error, response)
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url ??= '/'
    // Next and the file server ignore If-None-Match when Cache-Control is present.
    request.headers = withoutReload(request.headers)
    removeInternalHeaders(request.headers)
    const pathname = pathOf(request)
    if (isPage(pathname) && request.headers.host === this.#alternateHost && /^(GET|HEAD)$/.test(request.method ?? ''))
      return this.#redirectToOrigin(request, response)
    if (isPage(pathname)) this.#logUnknownHost(request.headers.host)
    const isPublic = isPublicRequest(request)
    const cached = isPublic ? this.#responses.get(request.url, acceptedEncoding(request)) : null
    if (cached) {
      return sendCachedResponse(cached, isNotModified(request.headers, { etag: cached.etag }), request, response)
    }
    this.#setCommonHeaders(pathname, response)
    if (isApi(pathname)) prepareForApi(request, pathname)
    const methods = isApi(pathname) || isProxied(pathname) ? apiMethods : readMethods
    if (!methods.has(request.method ?? '')) return refuseMethod(response)
    if (dataAddress.test(pathname) && (await this.#sendPageData(pathname, request, response))) return
    const isPreview = hasValidPreviewCookie(request.headers.cookie, this.#env.revalidateSecret)
    removeCookies(request, isPreview)
    const missing = isPreview && areaOf(pathname) === 'blog' ? null : await this.#missing(request.url)
    if (missing) return this.#sendMissing(missing, request, response)
    if (isProxied(pathname)) return this.#next(request, response)
    return this.#renderWithNext(request, response, isPublic)
  }

  async #renderWithNext(request: IncomingMessage, response: ServerResponse, isPublic: boolean): Promise<void> {
    const pathname = pathOf(request)
    const revision = isPublic ? shared.contentRevision : null
    const nonce = request.headers.cookie?.includes('__prerender_bypass') ? requestNonce(request) : null
    const pageRequest: PageRequest = { pathname, conditions: {}, revision, nonce }
    if (isPage(pathname) && request.headers.rsc === undefined) {
      // The headers depend on the page, which Next omits for HEAD and conditions.
      if (request.method === 'HEAD') request.method = 'GET'
      const { 'if-none-match': etag, 'cache-control': _control, ...others } = request.headers
      if (etag !== undefined) pageRequest.conditions = { 'if-none-match': etag }
      delete others['if-modified-since']
      request.headers = others
    }
    compressStream(request as never, response as never, () => {})
    bufferResponse(response, {
      onHeaders: () => {
        this.#removeBaselineHeaders(response)
        if (nonce !== null && isHtml(response) && !response.hasHeader(policyHeader))
          response.setHeader(
            policyHeader,
            this.#policy(areaOf(pathname), { scripts: [...this.#allowedScripts, nonce] }),
          )
      },
      // Answers with their own policy or to HEAD are passed on.
      isBuffered: () =>
        request.method !== 'HEAD' && (isHtml(response) ? !response.hasHeader(policyHeader) : isSmallText(response)),
      onUnbuffered() {
        // On a script, it would apply to its worker.
        const needsPolicy = isHtml(response) || /json/.test(contentType(response))
        if (needsPolicy && !response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
      },
      onBody: (body) => {
        const sending = isHtml(response)
          ? this.#sendPage(body, request, response, pageRequest)
          : this.#sendJson(body, request, response)
        sending.catch((error: unknown) => this.#fail(error, response))
      },
    })
    if (await this.#files.send(request, response)) return
    // Next fails on unsatisfiable ranges.
    delete request.headers.range
    return this.#next(request, response)
  }

  async #sendPage(
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
    pageRequest: PageRequest,
  ): Promise<void> {
    const area = areaOf(pageRequest.pathname)
    const isPublic = response.statusCode === 200 && isStorable(response)
    const html = await this.#withoutShell(body, request, response)
    const page = this.#pages.get(html, { isDeferred: isDeferrable(area), isPublic })
    const policy = this.#policy(area, page)
    response.setHeader(policyHeader, policy)
    response.removeHeader('ETag')
    varyByEncoding(response)
    const encoding = acceptedEncoding(request)
    if (!isPublic) return void response.end(await encodeFor(response, page, encoding))
    // The policy is part of the tag, so that browsers reload pages with an older one.
    const etag = makeEtag(`${page.digest} ${policy}`, { weak: true })
    response.setHeader('ETag', etag)
    if (isNotModified(pageRequest.conditions, { etag })) {
      response.statusCode = 304
      response.removeHeader('Content-Length')
      return void response.end()
    }
    const encoded = await encodeFor(response, page, encoding)
    if (pageRequest.revision !== null && response.getHeader('x-nextjs-cache') === 'HIT')
      this.#responses.set(request.url ?? '', encoding, pageRequest.revision, toCachedResponse(response, etag, encoded))
    response.end(encoded)
  }

  async #withoutShell(body: Buffer, { headers }: IncomingMessage, { statusCode }: ServerResponse): Promise<Buffer> {
    if (!isShell(body)) return body
    const path = statusCode === 404 ? errorPagePaths.missing : errorPagePaths.failed
    const page = await renderInternally(this.#next, path, headers).catch(() => body)
    return isShell(page) ? errorPage(statusCode) : page
  }

  async #sendJson(body: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
    varyByEncoding(response)
    const etag = response.getHeader('etag')
    if (response.statusCode === 200 && etag !== undefined && isNotModified(request.headers, { etag: String(etag) })) {
      response.statusCode = 304
      for (const name of ['Content-Length', 'Content-Type']) response.removeHeader(name)
      return void response.end()
    }
    const isCompressed = body.byteLength >= minCompressedBytes && !response.hasHeader('content-encoding')
    const encoding = isCompressed ? acceptedEncoding(request) : 'identity'
    const encoded = await encodeFor(response, encodeQuickly(body), encoding)
    response.end(request.method === 'HEAD' ? undefined : encoded)
  }

  async #missing(url: string): Promise<Missing | null> {
    return (await this.#missingAddress?.(url).catch(() => null)) ?? null
  }

  async #sendMissing({ status, as }: Missing, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = pathOf(request)
    if (isProxied(pathname)) this.#setCommonHeaders('/', response)
    response.statusCode = status
    const message = 'There is nothing at this address.'
    if (as === 'api') {
      const requestId = randomUUID()
      response.setHeader('Content-Type', 'application/json')
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('X-Request-Id', requestId)
      const body = JSON.stringify({ error: { code: 'not-found', message, requestId } })
      return this.#sendJson(Buffer.from(body), request, response)
    }
    response.setHeader('Cache-Control', 'private, no-cache, no-store, max-age=0, must-revalidate')
    response.setHeader('Content-Type', `text/${as === 'page' ? 'html' : 'plain'}; charset=utf-8`)
    const area = areaOf(pathname)
    const page = as === 'page' ? await this.#missingPage(area) : null
    response.setHeader(policyHeader, page ? this.#policy(area, page) : closedPolicy)
    varyByEncoding(response)
    const body = page ?? encodeQuickly(Buffer.from(message))
    const encoded = await encodeFor(response, body, page ? acceptedEncoding(request) : 'identity')
    response.end(request.method === 'HEAD' ? undefined : encoded)
  }

  #missingPage(area: Area): Promise<ProcessedPage> {
    const cached = this.#missingPages.get(area)
    if (cached) return cached
    const page = this.#renderMissingPage(area)
    this.#missingPages.set(area, page)
    page.catch(() => this.#missingPages.delete(area))
    return page
  }

  async #renderMissingPage(area: Area): Promise<ProcessedPage> {
    const headers = { host: new URL(this.#env.siteOrigin).host }
    const body = await renderInternally(this.#next, errorPagePaths.missing, headers).catch(() => null)
    const isComplete = body !== null && !isShell(body)
    if (!isComplete) this.#missingPages.delete(area)
    return this.#pages.get(isComplete ? body : errorPage(404), { isDeferred: isDeferrable(area), isPublic: true })
  }

  /** Returns false if this process lacks the data. */
  async #sendPageData(address: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const data = this.#pages.data(address) ?? (await this.#renderDataAgain(address, request))
    if (!data) return false
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('Cache-Control', data.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')
    varyByEncoding(response)
    response.end(await encodeFor(response, data, acceptedEncoding(request)))
    return true
  }

  /** Renders the requesting page, if another process had sent it. */
  async #renderDataAgain(address: string, { headers }: IncomingMessage): Promise<PageData | null> {
    const { referer = '' } = headers
    const { pathname = '', host = '' } = URL.canParse(referer) ? new URL(referer) : {}
    const area = areaOf(pathname)
    if (host !== headers.host || !isPage(pathname) || !isDeferrable(area)) return null
    const page = (await this.#missing(pathname))
      ? await this.#missingPage(area)
      : this.#pages.get(await renderInternally(this.#next, pathname, headers), { isDeferred: true, isPublic: false })
    if (page.dataAddress === null || !isSamePage(page.dataAddress, address)) return null
    const data = this.#pages.data(page.dataAddress)
    // Data in another order must not be cached under this address.
    return data && { ...data, isPublic: data.isPublic && page.dataAddress === address }
  }

  /** Replaces the headers of `next.config.ts` by stricter ones. */
  #removeBaselineHeaders(response: ServerResponse): void {
    if (this.#baseline.has(String(response.getHeader(policyHeader)))) response.removeHeader(policyHeader)
    if (!this.#https) response.removeHeader('Strict-Transport-Security')
  }

  #setCommonHeaders(pathname: string, response: ServerResponse): void {
    for (const [name, value] of Object.entries(commonHeaders(pathname, this.#https))) response.setHeader(name, value)
  }

  /** Redirects to the one origin on which signing in and paying work. */
  #redirectToOrigin(request: IncomingMessage, response: ServerResponse): void {
    this.#setCommonHeaders(pathOf(request), response)
    response.writeHead(308, { Location: this.#env.siteOrigin + request.url, 'Content-Length': 0 }).end()
  }

  #fail(error: unknown, response: ServerResponse): void {
    log().error({ err: error }, 'a page could not be sent')
    if (response.headersSent) return void response.destroy()
    response.statusCode = 500
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) response.removeHeader(name)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader(policyHeader, closedPolicy)
    response.end(errorPage(500))
  }
}

export function requestHandler(options: Options): Handler {
  const site = new Site(options)
  return (request, response) => site.handle(request, response)
}
