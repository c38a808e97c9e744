import 'server-only'
import { env, type IdentityEnv } from '@/lib/env'
import { log } from './log'

/** Who stands behind an address of ours that belongs to the identity service. Null: nobody, here. */
type Upstream = (identity: IdentityEnv) => string | null

const authEmulator: Upstream = ({ authEmulator: host }) => (host ? `http://${host}` : null)
const storageEmulator: Upstream = ({ storageEmulator: host }) => (host ? `http://${host}` : null)

/** The project's own host at the provider; a browser that partitions storage needs it on our origin. */
const authHost: Upstream = ({ authEmulator: emulated, projectId }) =>
  emulated ? null : `https://${projectId}.firebaseapp.com`

/** Milliseconds that an answer may take in all; a picture on a slow line is the longest of them. */
const patienceMs = 60_000

/** Headers that speak of one connection, or that fetch sets itself. */
const ownHeaders = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'host',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'cookie',
  'set-cookie',
]

function passed(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ownHeaders) kept.delete(name)
  return kept
}

/** A route of every method, which passes a request on as it came, and the answer back, without holding either in memory. */
function passage(upstream: Upstream) {
  const pass = async (request: Request): Promise<Response> => {
    const { identity } = env()
    const base = identity && upstream(identity)
    if (!base) return new Response('There is nothing at this address.', { status: 404 })
    const { pathname, search } = new URL(request.url)
    try {
      const answer = await fetch(base + pathname + search, {
        method: request.method,
        headers: passed(request.headers),
        body: request.body,
        // Required by fetch for a body that is a stream.
        ...(request.body && { duplex: 'half' }),
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
        cache: 'no-store',
      })
      return new Response(answer.body, { status: answer.status, headers: passed(answer.headers) })
    } catch (error) {
      log().warn({ err: error, path: pathname }, 'the identity service does not answer')
      return Response.json(
        { error: { code: 503, message: 'UNAVAILABLE' } },
        { status: 503, headers: { 'Retry-After': '5' } },
      )
    }
  }
  return { GET: pass, POST: pass, PUT: pass, PATCH: pass, DELETE: pass, OPTIONS: pass }
}

/** `/emulator/*`, `/identitytoolkit.googleapis.com/*` and `/securetoken.googleapis.com/*` in `local`. */
export const toAuthEmulator = passage(authEmulator)
/** The storage SDK's `/v0/*` in `local`. */
export const toStorageEmulator = passage(storageEmulator)
/** `/__/auth/*` and `/__/firebase/*` wherever the identity service itself is used. */
export const toAuthHost = passage(authHost)
