import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/local/ports'
import type { Fault } from './fault'
import { startSite } from './support/site'

const pages = ['/', '/faq', '/blog', '/api/health', '/pricing/start', '/api/plans']
const maxMs = 1000
/** Socket buffers, and a page that waits in them. */
const bytesPerConnection = 150_000
/** Room for garbage that is not collected yet. */
const slackBytes = 120_000_000
/** Somewhat more than the longest limit in server/http-server.ts. */
const closedWithinMs = 240_000

const post =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{'

/** Half are slow with their header, a quarter with their body, and a quarter never read the response (no `more`). */
const kinds: { first: string; more: string | null }[] = [
  { first: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'x' },
  { first: post, more: ' ' },
  { first: 'GET /blog HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'x' },
  { first: 'GET /therapy-protocol HTTP/1.1\r\nHost: localhost\r\n\r\n', more: null },
]

/** Opens connections, 50 at a time as a backlog allows, that send a byte a second. */
async function openSlowConnections(port: number, count: number) {
  const connections: { socket: Socket; more: string | null }[] = []
  const openOne = (number: number) =>
    new Promise<void>((resolve) => {
      const kind = kinds[number % kinds.length]
      if (!kind) return resolve()
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(kind.first)
        resolve()
      })
      // The site's own count shows which ones it has closed.
      socket.on('error', () => resolve())
      if (kind.more === null) socket.pause()
      else socket.resume()
      connections.push({ socket, more: kind.more })
    })
  for (let number = 0; number < count; number += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - number) }, (_, one) => openOne(number + one)))
  }
  const timer = setInterval(() => {
    for (const { socket, more } of connections) if (more !== null && socket.writable) socket.write(more)
  }, 1000)
  return () => {
    clearInterval(timer)
    for (const { socket } of connections) socket.destroy()
  }
}

/** The 95th percentile of response times in milliseconds, with four requests at a time. */
async function measureP95(url: string, requests: number): Promise<number> {
  const times: number[] = []
  let next = 0
  const reader = async () => {
    while (next < requests) {
      const path = pages[next++ % pages.length] ?? '/'
      const began = performance.now()
      const response = await fetch(url + path, { signal: AbortSignal.timeout(30_000) })
      await response.arrayBuffer()
      if (response.status !== 200 && path !== '/api/plans') throw new Error(`${path}: ${response.status}`)
      times.push(performance.now() - began)
    }
  }
  await Promise.all([reader(), reader(), reader(), reader()])
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
}

/** One of the site's own metrics. */
async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}

export const slowConnections: Fault = {
  name: 'slow-connections',
  expects: 'next to a thousand deliberately slow connections, people get answers within a second, and those are closed',
  async run(full, log) {
    const count = full ? 1000 : 200
    const requests = full ? 600 : 120
    const port = await freePort()
    const metricsPort = await freePort()
    const site = await startSite(port, {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'warn',
      METRICS_PORT: String(metricsPort),
    })
    const problems: string[] = []
    const sockets = () => metric(metricsPort, 'nodejs_active_resources{type="TCPSocketWrap"}')
    const memory = () => metric(metricsPort, 'process_resident_memory_bytes')
    let close: (() => void) | undefined
    try {
      await site.up()
      // The first request of each page renders it.
      await measureP95(site.url, 4 * pages.length)
      const alone = await measureP95(site.url, requests)
      const before = await memory()
      close = await openSlowConnections(port, count)
      await sleep(2000)
      const open = await sockets()
      // On a busy machine, the first are closed while the last are being opened.
      if (open < count * 0.7) problems.push(`only ${open} of ${count} slow connections were open: nothing was tested`)
      const busy = await measureP95(site.url, requests)
      const grown = (await memory()) - before
      log(`p95 ${busy} ms next to ${open} slow connections (${count} were opened), and ${alone} ms without`)
      log(`memory grew by ${Math.round(grown / 1_000_000)} MB`)
      const limit = full ? maxMs : Math.max(maxMs, 3 * alone)
      if (busy > limit) problems.push(`p95 was ${busy} ms, with a limit of ${limit} ms`)
      if (grown > count * bytesPerConnection + slackBytes) problems.push(`memory grew by ${grown} bytes`)
      if (full) {
        const began = Date.now()
        while ((await sockets()) > count / 50 && Date.now() - began < closedWithinMs) await sleep(1000)
        const left = await sockets()
        log(`${left} connections were left after ${Math.round((Date.now() - began) / 1000)} s`)
        if (left > count / 50) problems.push(`${left} connections were never closed`)
      }
      close()
      if (!(await fetch(`${site.url}/api/health`)).ok) problems.push('health fails afterwards')
      return problems
    } finally {
      close?.()
      await site.stop()
    }
  },
}
