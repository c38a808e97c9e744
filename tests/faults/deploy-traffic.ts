/** A load balancer in front of several processes, and the visitors who use the site through it during deploys. */
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tokenHeader } from '@/lib/site'
import { listen } from '@/tests/setup/listen'
import type { Random } from '@/tests/setup/random'
import type { Person } from './support/person'

const checkEveryMs = 100

type Backend = { port: number; isHealthy: boolean; isChecking: boolean; served: number }

/** Sends requests to healthy processes in turn, over kept connections. It never retries, so that failures show. */
export async function startBalancer(ports: readonly number[]) {
  const backends: Backend[] = ports.map((port) => ({ port, isHealthy: false, isChecking: false, served: 0 }))
  const agent = new Agent({ keepAlive: true })
  let next = 0

  function check(backend: Backend): void {
    if (backend.isChecking) return
    backend.isChecking = true
    const probe = request({ host: '127.0.0.1', port: backend.port, path: '/api/health' }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      // A process that is only slow keeps its state.
      if (text.includes('"ending"')) backend.isHealthy = false
      else if (response.statusCode === 200) backend.isHealthy = true
    })
    probe.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') backend.isHealthy = false
    })
    probe.once('close', () => {
      backend.isChecking = false
    })
    probe.end()
  }
  const checks = setInterval(() => backends.forEach(check), checkEveryMs)

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const healthy = backends.filter(({ isHealthy }) => isHealthy)
    const backend = healthy[next++ % healthy.length]
    const fail = (reason: string) => {
      if (outgoing.headersSent) return void outgoing.destroy()
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
    }
    if (!backend) return fail('no process is healthy')
    backend.served++
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port: backend.port, method, path, headers, agent }, (response) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      response.pipe(outgoing)
      response.once('error', () => outgoing.destroy())
    })
    forwarded.on('error', (error: NodeJS.ErrnoException) => fail(`process at ${backend.port}: ${error.code}`))
    incoming.pipe(forwarded)
  }

  const server = await listen(forward)
  return {
    url: server.url,
    isHealthy: (port: number) => backends.some((one) => one.port === port && one.isHealthy),
    /** The number of requests per process. */
    served: () => backends.map(({ served }) => served),
    async stop() {
      clearInterval(checks)
      agent.destroy()
      await server.close()
    },
  }
}

const pages = ['/', '/faq', '/about', '/blog', '/therapy-protocol', '/pricing/start', '/blog/rss.xml']
const timeoutMs = 30_000

/** `names` were confirmed as stored. Writes may overtake each other, so any of them may be the last one. */
type Visitor = { person: Person; token: string; names: Set<string> }

type Visits = {
  url: string
  people: Person[]
  token(uid: string): Promise<string>
  perSecond: number
  random: Random
}

/** Requests pages, their files and the API at a constant rate, without waiting for responses. */
export async function startVisitors({ url, people, token, perSecond, random }: Visits) {
  const visitors: Visitor[] = []
  for (const person of people) visitors.push({ person, token: await token(person.uid), names: new Set() })
  const failures: string[] = []
  const files = new Set<string>()
  const pending = new Set<Promise<void>>()
  let requests = 0

  async function send(path: string, init: RequestInit = {}) {
    requests++
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const fail = (path: string, what: string) => failures.push(`${path}: ${what}`)

  async function readPage(): Promise<void> {
    const path = random.pick(pages)
    const { status, text } = await send(path)
    if (status !== 200) fail(path, `${status} ${text.slice(0, 80)}`)
    else if (!/<h1|<item>/.test(text)) fail(path, 'a response without a heading')
    for (const [file] of text.matchAll(/\/_next\/static\/[\w\-./~]+\.(?:json|js|css)\b/g)) files.add(file)
  }

  async function loadFile(): Promise<void> {
    if (files.size === 0) return
    const path = random.pick([...files])
    const { status, headers, text } = await send(path)
    const type = headers.get('content-type') ?? ''
    if (status !== 200) fail(path, `${status} ${text.slice(0, 80)}`)
    else if (!/javascript|json|css/.test(type) || text.length === 0) fail(path, `a response of ${type}`)
  }

  async function callApi(): Promise<void> {
    const visitor = random.pick(visitors)
    const { uid } = visitor.person
    const headers = { 'content-type': 'application/json', [tokenHeader]: visitor.token }
    if (random.chance(0.3)) {
      const name = `Name ${requests}`
      const body = { uid, name, username: null, email: null, providerId: 'password', phone: null }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const { status, text } = await send('/api/users/insert-or-update', init)
      if (status !== 200) fail('insert-or-update', `${status} ${text.slice(0, 120)}`)
      else visitor.names.add(name)
      return
    }
    const path = random.chance(0.5) ? 'current-plan' : 'get-user'
    const { status, text } = await send(`/api/users/${path}?uid=${encodeURIComponent(uid)}`, { headers })
    if (status !== 200 || !text.startsWith('{')) fail(path, `${status} ${text.slice(0, 120)}`)
  }

  const timer = setInterval(() => {
    const share = random.next()
    const work = (share < 0.4 ? readPage() : share < 0.65 ? loadFile() : callApi()).catch((error: unknown) => {
      failures.push(error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error))
    })
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }, 1000 / perSecond)

  return {
    visitors,
    failures,
    requests: () => requests,
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
