/**
 * A proxy in front of a running site that brings up any state of its sign-in page: it puts settings into
 * `/api/config`, replies in place of the identity service, and adds stubs to the pages.
 */
import { createServer, request as openRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@/local/project'
import { cookieName, openSession, withSettings, type Session } from './session'
import { states } from './states'
import type { State } from './states/state'

const identityPath = /^\/(emulator|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)\//
const scripts: Record<string, string> = {
  '/states/stubs.js': readFileSync(join(import.meta.dirname, 'browser-stubs.js'), 'utf8'),
  '/states/frames.js': readFileSync(join(root, 'e2e/setup/gapi-stub.js'), 'utf8'),
  '/states/blank.js': '',
}

/**
 * @param site base address of the running site
 * @param emulator base address of its identity service, which shows which addresses have an account
 */
export async function startStateProxy(
  site: string,
  emulator: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const sessions = new Map<string, Session>()
  let origin = ''

  const sessionOf = (request: IncomingMessage) =>
    sessions.get(new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '')

  async function open(response: ServerResponse, url: URL) {
    const state = states.find(({ name }) => name === url.pathname.slice('/open/'.length))
    if (!state) return plain(response, 404, 'There is no such state.')
    const protection = url.searchParams.get('protection') === 'off' ? 'off' : 'on'
    const session = await openSession({ state, protection, identity: emulator, origin })
    sessions.set(session.id, session)
    response.setHeader('Set-Cookie', `${cookieName}=${session.id}; Path=/; HttpOnly; SameSite=Lax`)
    const { path, values } = session
    json(response, { path, values, state: session.state })
  }

  async function tool(session: Session | undefined, response: ServerResponse, url: URL) {
    const code = scripts[url.pathname]
    if (code !== undefined) {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(code)
    } else if (!session) plain(response, 404, 'No state is open.')
    else if (url.pathname === '/states/calls.json') json(response, session.calls)
    else if (url.pathname === '/states/code') {
      json(response, await session.accounts.newestSms(url.searchParams.get('to') ?? ''))
    } else if (url.pathname === '/states/mail') {
      const path = await session.accounts.newestLink(url.searchParams.get('to') ?? '')
      if (path) response.writeHead(303, { Location: path }).end()
      else plain(response, 404, 'No such mail.')
    } else plain(response, 404, 'There is nothing at this address.')
  }

  function identity(session: Session | undefined, request: IncomingMessage, response: ServerResponse, url: URL) {
    const operation = url.pathname.split('/').at(-1) ?? ''
    if (request.method === 'POST') session?.calls.push(operation)
    const reply = request.method === 'OPTIONS' ? undefined : session?.reply(operation)
    if (!reply)
      return pass(emulator, request, response, session, session?.protection === 'on' ? hidden[operation] : undefined)
    request.resume()
    if (reply.fails === 'hangs') return
    if (reply.fails === 'breaks') {
      // Browsers retry by themselves unless the answer has begun.
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
    if (url.pathname.startsWith('/open/')) return open(response, url)
    if (url.pathname.startsWith('/states/')) return tool(session, response, url)
    if (identityPath.test(url.pathname)) return identity(session, request, response, url)
    if (url.pathname === '/api/config' && session) {
      const config: unknown = await (await fetch(`${site}/api/config`)).json()
      return json(response, withSettings(config, session.state))
    }
    pass(site, request, response, session)
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => plain(response, 500, String(error)))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function plain(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

function json(response: ServerResponse, value: unknown, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(value))
}

type Answer = { status: number; body: Record<string, unknown> & { error?: { message: string } } }

/** What a project answers that hides which addresses have an account. */
const hidden: Record<string, ((answer: Answer) => Answer) | undefined> = {
  'accounts:createAuthUri': ({ status, body }) => ({ status, body: { kind: body.kind, sessionId: body.sessionId } }),
  'accounts:signInWithPassword': (answer) =>
    /^(EMAIL_NOT_FOUND|INVALID_PASSWORD)/.test(answer.body.error?.message ?? '')
      ? { status: 400, body: { error: { ...answer.body.error, message: 'INVALID_LOGIN_CREDENTIALS' } } }
      : answer,
  'accounts:sendOobCode': (answer) =>
    answer.body.error?.message === 'EMAIL_NOT_FOUND' ? { status: 200, body: { email: 'hidden' } } : answer,
}

/** Forwards a request; pages get the stubs while a state is open. */
function pass(
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
  session: Session | undefined,
  change?: (answer: Answer) => Answer,
) {
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const onward = openRequest(base + (request.url ?? '/'), { method: request.method, headers }, (answer) => {
    const page = session !== undefined && answer.headers['content-type']?.startsWith('text/html')
    if (!page && !(change && request.method === 'POST')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => (text += chunk))
    answer.on('end', () => {
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers
      if (!page) {
        const given: Answer = { status: answer.statusCode ?? 502, body: JSON.parse(text) as Answer['body'] }
        const { status, body } = change ? change(given) : given
        response.writeHead(status, kept)
        return response.end(JSON.stringify(body))
      }
      response.writeHead(answer.statusCode ?? 502, {
        ...kept,
        'cache-control': 'no-store',
        // Only a sandbox without scripts makes the browser show `noscript`.
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
    `<script src="/states/stubs.js" ${marks}></script>`,
    // Replaces the vendor's frame messenger; pages of the identity service load it themselves.
    page.includes(messenger) ? '' : '<script src="/states/frames.js"></script>',
  ].join('')
  // The emulator's own pages have no head.
  const place = page.includes('<head>') ? '<head>' : /<!doctype html>/i
  return page.replace(place, (found) => found + tags).replaceAll(messenger, '/states/frames.js')
}
