import 'server-only'
import { Agent, fetch as fetchBy } from 'undici'
import { env, type IdentityEnv } from '@/lib/env'
import { log } from '@/lib/server/observability/log'
import { silentHost } from './proxy-error-page'
import { authPaths, bounded, fromHost, TooMuch, toHost, upstreamAddress, withoutOwn } from './proxy-rules'

/** Who stands behind an address of ours that belongs to the identity service. Null: nobody, here. */
type Upstream = (identity: IdentityEnv) => string | null

const authEmulator: Upstream = ({ authEmulator: host }) => (host ? `http://${host}` : null)
const storageEmulator: Upstream = ({ storageEmulator: host }) => (host ? `http://${host}` : null)

/** The project's own host at the provider; a browser that partitions storage needs it on our origin. */
const authHost: Upstream = ({ authEmulator: emulated, projectId }) =>
  emulated ? null : `https://${projectId}.firebaseapp.com`

/** Milliseconds that an answer may take in all; a picture on a slow line is the longest of them. */
const patienceMs = 60_000
const hostPatienceMs = 20_000

/** Bytes: the helper's own pages and scripts are some hundred thousand, and a provider posts it one form. */
const askedBytes = 1024 * 1024
const answeredBytes = 16 * 1024 * 1024

const nothing = () => new Response('There is nothing at this address.', { status: 404 })

/** A connection each: one that is kept may be closed by a busy emulator just as it is used again, and a form is not sent twice. */
const emulatorAgent = new Agent({ pipelining: 0 })

/**
 * Passes a request on as it came, and the answer back, without holding either in memory.
 * @param base origin of the emulator
 */
export async function passToEmulator(request: Request, base: string): Promise<Response> {
  const address = upstreamAddress(base, request.url)
  if (!address) return nothing()
  try {
    const answer = await fetchBy(address, {
      dispatcher: emulatorAgent,
      method: request.method,
      headers: Object.fromEntries(withoutOwn(request.headers)),
      // Required by fetch for a body that is a stream.
      ...(request.body && { body: request.body, duplex: 'half' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const headers = withoutOwn(new Headers([...answer.headers]))
    return new Response(answer.body as BodyInit | null, { status: answer.status, headers })
  } catch (error) {
    log().warn({ err: error, path: address.pathname }, 'the identity service does not answer')
    return Response.json(
      { error: { code: 503, message: 'UNAVAILABLE' } },
      { status: 503, headers: { 'Retry-After': '5' } },
    )
  }
}

const hostMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/**
 * Passes a request for the sign-in's helper on to the project's own host, and the answer back: what
 * `upstream.ts` lets through of both, no larger and no later than the helper needs to be.
 * @param base origin of that host
 * @returns 404 for an address of neither area, 405, 413, or 502 with a page when the host does not answer
 */
export async function passToHost(request: Request, base: string, patience = hostPatienceMs): Promise<Response> {
  const address = upstreamAddress(base, request.url, authPaths)
  if (!address) return nothing()
  if (!hostMethods.includes(request.method)) {
    return new Response('This address does not take that method.', {
      status: 405,
      headers: { Allow: hostMethods.join(', ') },
    })
  }
  const tooLarge = () => new Response('This request is too large.', { status: 413 })
  if (Number(request.headers.get('content-length')) > askedBytes) return tooLarge()
  try {
    const answer = await fetch(address, {
      method: request.method,
      headers: toHost(request.headers),
      ...(request.body && { body: bounded(request.body, askedBytes), duplex: 'half' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      cache: 'no-store',
    })
    return new Response(answer.body && bounded(answer.body, answeredBytes), {
      status: answer.status,
      headers: fromHost(answer.headers, address, env().siteOrigin),
    })
  } catch (error) {
    if (causes(error).some((cause) => cause instanceof TooMuch)) return tooLarge()
    log().warn({ err: error, path: address.pathname }, 'the host of the identity project does not answer')
    return silentHost(request)
  }
}

const causes = (error: unknown): unknown[] => (error instanceof Error ? [error, ...causes(error.cause)] : [error])

/** A route of every method. */
function passage(upstream: Upstream, pass: (request: Request, base: string) => Promise<Response>) {
  const route = async (request: Request): Promise<Response> => {
    const { identity } = env()
    const base = identity && upstream(identity)
    return base ? pass(request, base) : nothing()
  }
  return { GET: route, POST: route, PUT: route, PATCH: route, DELETE: route, OPTIONS: route }
}

/** `/emulator/*`, `/identitytoolkit.googleapis.com/*` and `/securetoken.googleapis.com/*` in `local`. */
export const toAuthEmulator = passage(authEmulator, passToEmulator)
/** The storage SDK's `/v0/*` in `local`. */
export const toStorageEmulator = passage(storageEmulator, passToEmulator)
/** `/__/auth/*` and `/__/firebase/*` wherever the identity service itself is used. */
export const toAuthHost = passage(authHost, passToHost)
