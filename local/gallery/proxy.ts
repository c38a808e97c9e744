/**
 * Stands in front of a running site and brings up any state of its sign-in page: it lays settings over
 * `/api/config`, gives replies in place of the identity service, and adds to the pages the script that
 * walks through them. The site knows nothing of it.
 */
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@/local/project'
import { startEmulators, type Protection } from './emulators'
import { openingPage, statesPage } from './list-page'
import { openSession, cookieName, type Session } from './sessions'
import { overlaid } from './settings'
import type { State } from './state'

const identityPath = /^\/(emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)\//
const script = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const scripts: Record<string, string> = {
  '/gallery/walk.js': script('walk.js'),
  '/gallery/stand-ins.js': script('stand-ins.js'),
  '/gallery/frames.js': readFileSync(join(root, 'e2e/setup/gapi-stub.js'), 'utf8'),
}

type Gallery = { origin: string; stop(): Promise<void> }

type Settings = { states: readonly State[]; site: string; port: number }

/**
 * Starts the proxy and its two emulators.
 * @param site base address of the running site
 * @param port of loopback; 0 for any
 */
export async function startGallery({ states, site, port }: Settings): Promise<Gallery> {
  const emulators = await startEmulators()
  const sessions = new Map<string, Session>()
  let origin = ''

  const sessionOf = (request: IncomingMessage) =>
    sessions.get(new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '')

  async function open(request: IncomingMessage, response: ServerResponse, url: URL) {
    const state = states.find(({ name }) => name === url.pathname.slice('/open/'.length))
    if (!state) return plain(response, 404, 'There is no such state.')
    const protection: Protection = url.searchParams.get('protection') === 'off' ? 'off' : 'on'
    const session = await openSession(state, protection, emulators, origin)
    sessions.set(session.id, session)
    response.setHeader('Set-Cookie', `${cookieName}=${session.id}; Path=/; HttpOnly; SameSite=Lax`)
    const { path, values } = session
    if (request.method === 'POST') return json(response, { path, values, state: session.state })
    html(response, openingPage(path, url.searchParams.get('theme')))
  }

  async function tool(session: Session | undefined, response: ServerResponse, url: URL) {
    const code = scripts[url.pathname]
    if (code !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(code)
    } else if (!session) plain(response, 404, 'No state is open.')
    else if (url.pathname === '/gallery/walk.json') json(response, { id: session.id, steps: session.state.steps ?? [] })
    else if (url.pathname === '/gallery/calls.json') json(response, session.calls)
    else if (url.pathname === '/gallery/code') {
      json(response, await session.kit.sms(url.searchParams.get('to') ?? ''))
    } else if (url.pathname === '/gallery/mail') {
      const path = await session.kit.newest(url.searchParams.get('to') ?? '')
      if (path) response.writeHead(303, { Location: path }).end()
      else plain(response, 404, 'No such mail.')
    } else plain(response, 404, 'There is nothing at this address.')
  }

  function identity(session: Session | undefined, request: IncomingMessage, response: ServerResponse, url: URL) {
    const operation = url.pathname.split('/').at(-1) ?? ''
    if (request.method === 'POST') session?.calls.push(operation)
    const reply = request.method === 'OPTIONS' ? undefined : session?.reply(operation)
    if (!reply) return pass(session?.identity ?? emulators.bases.on, request, response, session)
    request.resume()
    if (reply.fails === 'hangs') return
    if (reply.fails === 'breaks') {
      // In the middle of the answer: a browser tries by itself again what breaks before.
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
      return void response.write('{', () => request.destroy())
    }
    const status = reply.status ?? (reply.message === undefined ? 200 : 400)
    const { message } = reply
    const errors = [{ message, domain: 'global', reason: 'invalid' }]
    json(response, reply.body ?? { error: { code: status, message, errors } }, status)
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', origin)
    const session = sessionOf(request)
    if (url.pathname === '/') return html(response, statesPage(states))
    if (url.pathname.startsWith('/open/')) return open(request, response, url)
    if (url.pathname.startsWith('/gallery/')) return tool(session, response, url)
    if (identityPath.test(url.pathname)) return identity(session, request, response, url)
    if (url.pathname === '/api/config' && session) {
      const config: unknown = await (await fetch(`${site}/api/config`)).json()
      return json(response, overlaid(config, session.state))
    }
    pass(site, request, response, session)
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => plain(response, 500, String(error)))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://localhost:${typeof address === 'object' ? address?.port : port}`
  return {
    origin,
    async stop() {
      server.closeAllConnections()
      await Promise.all([new Promise((resolve) => server.close(resolve)), emulators.stop()])
    },
  }
}

function plain(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

function html(response: ServerResponse, text: string) {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(text)
}

function json(response: ServerResponse, value: unknown, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(value))
}

/** Passes a request on as it came, and the answer back; pages get the gallery's scripts while a state is open. */
function pass(base: string, request: IncomingMessage, response: ServerResponse, session: Session | undefined) {
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const onward = ask(base + (request.url ?? '/'), { method: request.method, headers }, (answer) => {
    const page = session !== undefined && answer.headers['content-type']?.startsWith('text/html')
    if (!page) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => (text += chunk))
    answer.on('end', () => {
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers
      response.writeHead(answer.statusCode ?? 502, {
        ...kept,
        'cache-control': 'no-store',
        // A browser with its scripts switched off: only so does it show what stands in `noscript`.
        ...(session.state.lacks === 'scripts' && { 'content-security-policy': 'sandbox allow-same-origin' }),
      })
      response.end(withScripts(text, session.state))
    })
  })
  onward.once('error', () => {
    if (!response.headersSent) plain(response, 502, 'Nothing answers there.')
  })
  request.pipe(onward)
}

const messenger = 'https://apis.google.com/js/api.js'

function withScripts(page: string, { captcha, lacks, oneTap }: State): string {
  const marks = Object.entries({ captcha, lacks, 'one-tap': oneTap })
    .flatMap(([name, value]) => (value ? [`data-${name}="${value}"`] : []))
    .join(' ')
  const tags = [
    `<script src="/gallery/stand-ins.js" ${marks}></script>`,
    // The vendor's frame messenger, which comes from the internet; a page of the service asks for it itself.
    page.includes(messenger) ? '' : '<script src="/gallery/frames.js"></script>',
    '<script src="/gallery/walk.js" defer></script>',
  ].join('')
  // The emulator's own pages do without a head.
  const place = page.includes('<head>') ? '<head>' : /<!doctype html>/i
  return page.replace(place, (found) => found + tags).replaceAll(messenger, '/gallery/frames.js')
}
