/** Serves the identity service from our origin: the emulators in `local`, otherwise the project's host. */
import 'server-only'
import { Agent, fetch as undiciFetch } from 'undici'
import { env, type IdentityEnv } from '@/lib/env'
import { translatorOf } from '@/lib/i18n/messages'
import { localPath } from '@/lib/locales'
import { paths } from '@/lib/site'
import { limitStream, StreamTooLarge } from '@/lib/server/http/request'
import { escapeHtml, plainPage, refererLocale } from '@/lib/server/http/plain-page'
import { log } from '@/lib/server/observability/log'
import {
  isHelperPath,
  withoutDroppedHeaders,
  requestHeadersForHost,
  responseHeadersFromHost,
  targetUrl,
} from './proxy-rules'

const emulatorTimeoutMs = 60_000
const hostTimeoutMs = 20_000

/** Providers post only a form. */
const maxRequestBytes = 1024 * 1024
const maxResponseBytes = 16 * 1024 * 1024

const notFound = () => new Response('There is nothing at this address.', { status: 404 })

/** No keep-alive: a busy emulator may close a connection as it is reused, and a form must not be sent twice. */
const emulatorAgent = new Agent({ pipelining: 0 })

async function proxyToEmulator(request: Request, base: string): Promise<Response> {
  const address = targetUrl(base, request.url)
  try {
    const response = await undiciFetch(address, {
      dispatcher: emulatorAgent,
      method: request.method,
      headers: Object.fromEntries(withoutDroppedHeaders(request.headers)),
      ...(request.body && { body: request.body, duplex: 'half' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(emulatorTimeoutMs),
    })
    const headers = withoutDroppedHeaders(new Headers([...response.headers]))
    return new Response(response.body as BodyInit | null, { status: response.status, headers })
  } catch (error) {
    log().warn({ err: error, path: address.pathname }, 'the identity service does not answer')
    return Response.json(
      { error: { code: 503, message: 'UNAVAILABLE' } },
      { status: 503, headers: { 'Retry-After': '5' } },
    )
  }
}

const hostMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** @returns 404, 405, 413, or 502 with a page if the host does not answer */
export async function proxyToHost(request: Request, base: string, timeoutMs = hostTimeoutMs): Promise<Response> {
  const address = targetUrl(base, request.url)
  if (!isHelperPath(address.pathname)) return notFound()
  if (!hostMethods.includes(request.method)) {
    return new Response('This address does not take that method.', {
      status: 405,
      headers: { Allow: hostMethods.join(', ') },
    })
  }
  const tooLarge = () => new Response('This request is too large.', { status: 413 })
  if (Number(request.headers.get('content-length')) > maxRequestBytes) return tooLarge()
  try {
    const response = await fetch(address, {
      method: request.method,
      headers: requestHeadersForHost(request.headers),
      ...(request.body && { body: limitStream(request.body, maxRequestBytes), duplex: 'half' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
    })
    return new Response(response.body && limitStream(response.body, maxResponseBytes), {
      status: response.status,
      headers: responseHeadersFromHost(response.headers, address, env().siteOrigin),
    })
  } catch (error) {
    if (causeChain(error).some((cause) => cause instanceof StreamTooLarge)) return tooLarge()
    log().warn({ err: error, path: address.pathname }, "the identity project's host does not answer")
    return unavailablePage(request)
  }
}

const causeChain = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causeChain(error.cause)] : [error]

async function unavailablePage(request: Request): Promise<Response> {
  const locale = refererLocale(request.headers)
  const t = await translatorOf(locale, 'serverPages')
  const wantsPage = request.method !== 'HEAD' && (request.headers.get('accept') ?? '').includes('text/html')
  const body = `<p>${escapeHtml(t('signInUnavailable.text'))}</p>
<p><a href="${localPath(paths.auth, locale)}">${escapeHtml(t('signInUnavailable.back'))}</a></p>`
  const title = t('signInUnavailable.title')
  const page = plainPage({ locale, title, body, status: 502, framedBy: 'self', retryAfter: 5 })
  if (wantsPage) return page
  page.headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response(t('signInUnavailable.plain'), page)
}

type Origin = (identity: IdentityEnv) => string | null
type Proxy = (request: Request, base: string) => Promise<Response>

function proxyRoute(originOf: Origin, proxy: Proxy) {
  const route = async (request: Request): Promise<Response> => {
    const { identity } = env()
    const base = identity && originOf(identity)
    return base ? proxy(request, base) : notFound()
  }
  return { GET: route, POST: route, PUT: route, PATCH: route, DELETE: route, OPTIONS: route }
}

/** `/emulator/*`, `/identitytoolkit.googleapis.com/*` and `/securetoken.googleapis.com/*` in `local`. */
export const authEmulatorProxy = proxyRoute(
  ({ authEmulator }) => (authEmulator ? `http://${authEmulator}` : null),
  proxyToEmulator,
)

/** The storage SDK's `/v0/*` in `local`. */
export const storageEmulatorProxy = proxyRoute(
  ({ storageEmulator }) => (storageEmulator ? `http://${storageEmulator}` : null),
  proxyToEmulator,
)

/** `/__/auth/*` and `/__/firebase/*`. Browsers that partition storage need the helper on our origin. */
export const authHostProxy = proxyRoute(
  ({ authEmulator, projectId }) => (authEmulator ? null : `https://${projectId}.firebaseapp.com`),
  proxyToHost,
)
