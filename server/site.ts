/**
 * What stands round Next's request handler: the headers of every answer, and for pages a policy that names the
 * scripts in them, whether Next made them just now or long ago. One that cannot be read has a closed policy.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import compression from 'compression'
import etag from 'etag'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { Env } from '@/lib/env'
import { isNotModified, withoutReload } from '@/lib/not-modified'
import { hasPreviewPass } from '@/lib/preview-pass'
import { instead } from '@/lib/site'
import { isApi, isPage, isPassedOn, otherHost } from './addresses'
import { areaOf, type Area } from './areas'
import { builtFiles, builtSizes, namesIn, refuseMethod } from './files'
import { commonHeaders } from './headers'
import { hold } from './held-answer'
import { isAlike } from './held-page'
import { innerPage, type Handler } from './inner-request'
import { dataKeeper } from './kept-data'
import { knownAddresses, type Missing } from './known-addresses'
import { lastResort } from './last-resort'
import { log } from './log'
import { pageMemory, quickly, type Encoding, type Page, type PageData, type Sent } from './pages'
import { pinned } from './pins'
import { closedPolicy, policyOf } from './policy'
import { shared } from '@/lib/process-state'
import { answerAgain, answerOf, isCommon, recentAnswers } from './recent'
import { styleSheets } from './style-sheets'
import { unknownHosts } from './unknown-hosts'

const policyHeader = 'Content-Security-Policy'

const isHtml = (response: ServerResponse) => /^text\/html\b/i.test(String(response.getHeader('content-type')))
/** Answers that are sent in one piece, compressed here. */
const isWhole = (response: ServerResponse) =>
  /^(?:application\/json|text\/calendar)\b/i.test(String(response.getHeader('content-type')))
const isKept = (response: ServerResponse) => !/no-store/.test(String(response.getHeader('cache-control')))

/** Where Next gives up while it makes a page, it sends a shell that only its script fills. */
const isShell = (body: Buffer) => body.subarray(0, 200).includes('id="__next_error__"')

/** What a person asked for that Next is not told, since it knows the page and not its headers. */
type Asked = {
  pathname: string
  conditions: IncomingHttpHeaders
  /** The number of publishings when everybody's page was asked for; null for one that is not everybody's. */
  publishing: number | null
}

const compress = compression({
  // A page is compressed once for all who ask for it, and an answer of the API when it is whole; the rest as it goes. A
  // part says of which bytes it is one: compressed by itself it would be of others.
  filter(request, response) {
    const answer = response as unknown as ServerResponse
    const isPart = answer.statusCode === 206
    return !isPart && !isHtml(answer) && !isWhole(answer) && compression.filter(request, response)
  },
})

const encodings: Encoding[] = ['br', 'gzip']

/** Bytes. */
const leastCompressed = 1024

/** What a browser takes; there are few such headers, and many requests. */
function encodingOf(): (request: IncomingMessage) => Encoding {
  const known = new LRUCache<string, Encoding>({ max: 100 })
  return function encoding(request) {
    const said = String(request.headers['accept-encoding'] ?? '')
    const cached = known.get(said)
    if (cached) return cached
    const accepted = new Negotiator(request).encodings(encodings)
    const best = encodings.find((each) => accepted.includes(each)) ?? 'identity'
    known.set(said, best)
    return best
  }
}

const nothingHere = quickly(Buffer.from('There is nothing at this address.'))

/** As `lib/server/http/errors.ts` says it of an address of the API that nothing is at. */
function apiNotFound(response: ServerResponse): Buffer {
  const requestId = randomUUID()
  response.statusCode = 404
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Request-Id', requestId)
  const message = 'There is nothing at this address.'
  return Buffer.from(JSON.stringify({ error: { code: 'not-found', message, requestId } }))
}

/** What routes can be asked by; any other word makes Next fail. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** An address of the API that nothing is at. */
const nowhere = '/api/-'

function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/**
 * What Next itself would answer is put so that the API does, in JSON: a method that none of its addresses takes, which
 * says the one that it does take, and a path that cannot be read.
 */
function asForApi(request: IncomingMessage, pathname: string): void {
  if (!methods.has(request.method ?? '')) request.method = 'PUT'
  if (!isReadable(pathname)) request.url = nowhere
}

/** What anything but the API can be asked by: it is read, and nothing is sent to it. Next answers whatever it is sent. */
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A proxy may be asked by the whole address, and pass it on so; where it leads to is known here. */
const withoutOrigin = (url = '/') => url.replace(/^https?:\/\/[^/?#]*(?=([/?#]|$))\/?/i, '/')

const isMoved = ({ method = '', url = '/' }: IncomingMessage) =>
  /^(GET|HEAD)$/.test(method) && isPage(url.split('?')[0] ?? '/')

/** Milliseconds for which the page about a missing page is sent again as it is. */
const missingPageMs = 60_000

/** The framework's own cookies of a preview, which are the same for as long as a build is. */
const draftCookie = /(?:^|;\s*)__(?:prerender_bypass|next_preview_data)=[^;]*/g

/** Without a pass a browser is shown what everybody is. */
function endPreview({ headers }: IncomingMessage): void {
  const { cookie } = headers
  if (cookie !== undefined && /__(?:prerender|next_preview)/.test(cookie))
    headers.cookie = cookie.replace(draftCookie, '')
}

/** Areas whose pages are read: their scripts can wait until somebody touches a part that needs them. */
const isHeldBack = (area: Area) => area === 'site' || area === 'blog'

const dataAddress = /^\/_next\/static\/pages\/[\w-]+\.json$/

type SiteOptions = {
  /** Next's own handler. */
  next: Handler
  env: Env
  /** Origins of the API, where it is not on this one. */
  api: string[]
  /** Where the build lies. */
  dir: string
}

/** The site's request listener. */
export function siteHandler({ next, env, api, dir }: SiteOptions): Handler {
  const https = env.siteOrigin.startsWith('https:')
  const policy = policyOf(env, api)
  const folders = { built: join(dir, '.next/static'), open: join(dir, 'public') }
  const files = builtFiles(folders, next)
  const [built, open] = [namesIn(folders.built), namesIn(folders.open)]
  const missingAt = knownAddresses({ dir, isOpen: (name) => open.has(name), isBuilt: (name) => built.has(name) })
  const other = otherHost(env.siteOrigin)
  const encoding = encodingOf()
  const recent = recentAnswers()
  const noteHost = unknownHosts()
  const pages = pageMemory({
    pinned,
    sheets: styleSheets(join(dir, '.next/style-sheets.json')),
    sizeOf: builtSizes(join(dir, '.next/static')),
    keeper: dataKeeper(),
    refused: (text) => log().warn({ text: text.slice(0, 200) }, 'a script in a page is not among those that may run'),
  })

  /** Where that cannot be found out, Next answers with what went wrong. */
  const isMissing = async (url: string) => (await missingAt?.(url).catch(() => null)) ?? null

  const missingPages = new LRUCache<Area, Promise<Page>>({ max: 10, ttl: missingPageMs })

  async function makeMissingPage(area: Area): Promise<Page> {
    const made = await innerPage(next, instead.ofMissing, { host: new URL(env.siteOrigin).host }).catch(() => null)
    const isWhole = made !== null && !isShell(made)
    if (!isWhole) missingPages.delete(area)
    return pages.of(isWhole ? made : lastResort(404), { isHeld: isHeldBack(area), isCommon: true })
  }

  /** One page for every missing address of an area: neither rendered nor stored for each of them. */
  function missingPage(area: Area): Promise<Page> {
    const known = missingPages.get(area)
    if (known) return known
    const made = makeMissingPage(area)
    missingPages.set(area, made)
    made.catch(() => missingPages.delete(area))
    return made
  }

  async function sendMissing(
    { status, as }: Missing,
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isRead = as === 'page'
    response.statusCode = status
    response.setHeader('Cache-Control', 'private, no-cache, no-store, max-age=0, must-revalidate')
    response.setHeader('Content-Type', `text/${isRead ? 'html' : 'plain'}; charset=utf-8`)
    const area = areaOf(pathname)
    const page = isRead ? await missingPage(area) : null
    response.setHeader(policyHeader, page ? policy(area, page) : closedPolicy)
    vary(response)
    const takes = page ? encoding(request) : 'identity'
    const body = await deliver(page ?? nothingHere, takes, response)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  /** The whole page: an error has one of its own in place of a shell. */
  async function completed(body: Buffer, { headers }: IncomingMessage, { statusCode }: ServerResponse) {
    if (!isShell(body)) return body
    const page = await innerPage(next, statusCode === 404 ? instead.ofMissing : instead.ofFailed, headers).catch(
      () => body,
    )
    return isShell(page) ? lastResort(statusCode) : page
  }

  async function send(body: Buffer, request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
    const area = areaOf(asked.pathname)
    const isCommonPage = response.statusCode === 200 && isKept(response)
    const page = pages.of(await completed(body, request, response), {
      isHeld: isHeldBack(area),
      isCommon: isCommonPage,
    })
    const text = policy(area, page)
    response.setHeader(policyHeader, text)
    response.removeHeader('ETag')
    const takes = encoding(request)
    vary(response)
    if (isCommonPage) {
      // With another policy it is another page: a browser that has the old one must hear of it.
      const tag = etag(`${page.digest} ${text}`, { weak: true })
      response.setHeader('ETag', tag)
      if (isNotModified(asked.conditions, { etag: tag })) {
        response.statusCode = 304
        response.removeHeader('Content-Length')
        response.end()
        return
      }
      const sent = await deliver(page, takes, response)
      if (asked.publishing !== null && response.getHeader('x-nextjs-cache') === 'HIT')
        recent.set(request.url ?? '', takes, asked.publishing, answerOf(response, tag, sent))
      response.end(sent)
      return
    }
    response.end(await deliver(page, takes, response))
  }

  /**
   * What the scripts of a page start from that were held back; the page itself is asked for where it was forgotten.
   * @returns whether it is known here; Next knows what is kept of other builds
   */
  async function sendData(address: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const data = pages.data(address) ?? (await renewed(address, request))
    if (!data) return false
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.setHeader('Cache-Control', data.isCommon ? 'public, max-age=31536000, immutable' : 'private, no-store')
    vary(response)
    response.end(await deliver(data, encoding(request), response))
    return true
  }

  /** A page is made anew by the process that never made it; only if it is still the same, its data serves, too. */
  async function renewed(address: string, { headers }: IncomingMessage): Promise<PageData | null> {
    const { referer = '' } = headers
    const { pathname = '', host = '' } = URL.canParse(referer) ? new URL(referer) : {}
    if (host !== headers.host || !isPage(pathname) || !isHeldBack(areaOf(pathname))) return null
    const page = (await isMissing(pathname))
      ? await missingPage(areaOf(pathname))
      : pages.of(await innerPage(next, pathname, headers), { isHeld: true, isCommon: false })
    if (page.address === null || !isAlike(page.address, address)) return null
    const data = pages.data(page.address)
    // Under another process's name it is not quite what that one wrote.
    return data && { ...data, isCommon: data.isCommon && page.address === address }
  }

  /** An answer of the API, in one piece: most are smaller than what compressing them would cost. */
  async function sendJson(body: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
    vary(response)
    const tag = response.getHeader('etag')
    if (response.statusCode === 200 && tag !== undefined && isNotModified(request.headers, { etag: String(tag) })) {
      response.statusCode = 304
      for (const name of ['Content-Length', 'Content-Type']) response.removeHeader(name)
      return void response.end()
    }
    const takes =
      body.byteLength < leastCompressed || response.hasHeader('content-encoding') ? 'identity' : encoding(request)
    const sent = await deliver(quickly(body), takes, response)
    response.end(request.method === 'HEAD' ? undefined : sent)
  }

  function failed(error: unknown, response: ServerResponse): void {
    log().error({ err: error }, 'a page could not be sent')
    if (response.headersSent) return void response.destroy()
    response.statusCode = 500
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) response.removeHeader(name)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader(policyHeader, closedPolicy)
    response.end(lastResort(500))
  }

  /** Signing in and paying are of one origin alone: a page under the other name leads to it before anything is begun. */
  function moved({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    const [pathname = '/'] = url.split('?')
    for (const [name, value] of Object.entries(commonHeaders(pathname, https))) response.setHeader(name, value)
    response.writeHead(308, { Location: env.siteOrigin + url, 'Content-Length': 0 }).end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = withoutOrigin(request.url)
    // Next and the file server would let Cache-Control win over If-None-Match.
    request.headers = withoutReload(request.headers)
    if (other !== null && request.headers.host === other && isMoved(request)) return moved(request, response)
    if (isPage(request.url?.split('?')[0] ?? '')) noteHost(request.headers.host)
    const isAgain = isCommon(request)
    if (isAgain) {
      const known = recent.get(request.url ?? '', encoding(request))
      if (known) return answerAgain(known, isNotModified(request.headers, { etag: known.tag }), request, response)
    }
    const [pathname = '/'] = (request.url ?? '/').split('?')
    for (const [name, value] of Object.entries(commonHeaders(pathname, https))) response.setHeader(name, value)
    if (isApi(pathname)) asForApi(request, pathname)
    const takes = isApi(pathname) || isPassedOn(pathname) ? methods : readMethods
    if (!takes.has(request.method ?? '')) return refuseMethod(response)
    if (dataAddress.test(pathname) && (await sendData(pathname, request, response))) return
    const isPreview = hasPreviewPass(request.headers.cookie, env.revalidateSecret)
    if (!isPreview) endPreview(request)
    const missing = isPreview && areaOf(pathname) === 'blog' ? null : await isMissing(request.url ?? '/')
    if (missing) {
      // What is passed on has fewer headers than a page of ours.
      if (isPassedOn(pathname))
        for (const [name, value] of Object.entries(commonHeaders('/', https))) response.setHeader(name, value)
      if (missing.as === 'api') return sendJson(apiNotFound(response), request, response)
      return sendMissing(missing, pathname, request, response)
    }
    if (isPassedOn(pathname)) return next(request, response)

    const asked: Asked = { pathname, conditions: {}, publishing: isAgain ? shared.contentRevision : null }
    if (isPage(pathname) && request.headers.rsc === undefined) {
      // Next answers HEAD and conditions by itself, without the page that the headers are made of.
      if (request.method === 'HEAD') request.method = 'GET'
      const { 'if-none-match': tag, 'cache-control': _control, ...others } = request.headers
      if (tag !== undefined) asked.conditions = { 'if-none-match': tag }
      delete others['if-modified-since']
      request.headers = others
    }
    compress(request as never, response as never, () => {})
    hold(response, {
      // A page with a policy of its own is not Next's; an answer to HEAD has no body to measure.
      isHeld: () =>
        request.method !== 'HEAD' && (isHtml(response) ? !response.hasHeader(policyHeader) : isWhole(response)),
      passed() {
        // Not for the rest: on a script it would be the policy of the worker that it runs as.
        const isClosed = isHtml(response) || /json/.test(String(response.getHeader('content-type')))
        if (isClosed && !response.hasHeader(policyHeader)) response.setHeader(policyHeader, closedPolicy)
      },
      whole: (body) => {
        const sent = isHtml(response) ? send(body, request, response, asked) : sendJson(body, request, response)
        sent.catch((error: unknown) => failed(error, response))
      },
    })
    return files(request, response)
  }

  return async function handle(request, response) {
    try {
      await answer(request, response)
    } catch (error) {
      failed(error, response)
    }
  }
}

/** Sets the headers of a body in an encoding. */
async function deliver(what: Sent, encoding: Encoding, response: ServerResponse): Promise<Buffer> {
  const body = await what.in(encoding)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', body.byteLength)
  return body
}

function vary(response: ServerResponse): void {
  const varied = response.getHeader('vary')
  if (!/accept-encoding/i.test(String(varied)))
    response.setHeader('Vary', [varied ?? [], 'Accept-Encoding'].flat().join(', '))
}
