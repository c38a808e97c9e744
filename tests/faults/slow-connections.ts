import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/local/ports'
import type { Fault } from './fault'
import { startSite } from './site'
import { openSlowLines } from './slow-lines'

const pages = ['/', '/faq', '/blog', '/api/health', '/pricing/start', '/api/plans']
const boundMs = 1000
/** What a slow line may cost: buffers of a socket and a page that waits in them. */
const bytesALine = 150_000
/** For what the collector of garbage has not taken yet. */
const slack = 120_000_000
/** The longest of the limits in server/http-server.ts, and some looks. */
const endedWithinMs = 240_000

/** Milliseconds at which 95 of 100 requests were answered, four people asking at a time. */
async function p95(url: string, requests: number): Promise<number> {
  const times: number[] = []
  let next = 0
  const one = async () => {
    while (next < requests) {
      const path = pages[next++ % pages.length] ?? '/'
      const began = performance.now()
      const response = await fetch(url + path, { signal: AbortSignal.timeout(30_000) })
      await response.arrayBuffer()
      if (response.status !== 200 && path !== '/api/plans') throw new Error(`${path} was answered ${response.status}`)
      times.push(performance.now() - began)
    }
  }
  await Promise.all([one(), one(), one(), one()])
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
}

/** One number of the site's own measurements. */
async function measured(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}

export const slowConnections: Fault = {
  name: 'slow-connections',
  holds: 'people are answered within a second beside a thousand lines that are slow on purpose, and those are ended',
  async run(full, say) {
    const count = full ? 1000 : 200
    const requests = full ? 600 : 120
    const port = await freePort()
    const metrics = await freePort()
    const site = await startSite(port, {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DEPLOYMENT: 'local',
      LOG_LEVEL: 'warn',
      METRICS_PORT: String(metrics),
    })
    const problems: string[] = []
    const sockets = () => measured(metrics, 'nodejs_active_resources{type="TCPSocketWrap"}')
    const memory = () => measured(metrics, 'process_resident_memory_bytes')
    let slow: Awaited<ReturnType<typeof openSlowLines>> | undefined
    try {
      await site.up()
      // Pages are rendered at their first request.
      await p95(site.url, 4 * pages.length)
      const alone = await p95(site.url, requests)
      const before = await memory()
      slow = await openSlowLines(port, count)
      await sleep(2000)
      const open = await sockets()
      // On a busy machine the first are ended while the last are being opened.
      if (open < count * 0.7) problems.push(`only ${open} of ${count} slow lines were open: nothing was tried`)
      const beside = await p95(site.url, requests)
      const grown = (await memory()) - before
      say(`${open} of ${count} slow lines open: 95 of 100 requests within ${beside} ms, without them ${alone} ms`)
      say(`memory grew by ${Math.round(grown / 1_000_000)} MB`)
      const bound = full ? boundMs : Math.max(boundMs, 3 * alone)
      if (beside > bound) problems.push(`others waited ${beside} ms; ${bound} ms were allowed`)
      if (grown > count * bytesALine + slack) problems.push(`memory grew by ${grown} bytes`)
      if (full) {
        const began = Date.now()
        while ((await sockets()) > count / 50 && Date.now() - began < endedWithinMs) await sleep(1000)
        const left = await sockets()
        say(`after ${Math.round((Date.now() - began) / 1000)} s ${left} lines were left`)
        if (left > count / 50) problems.push(`${left} lines were never ended`)
      }
      slow.close()
      if (!(await fetch(`${site.url}/api/health`)).ok) problems.push('the site is not well afterwards')
      return problems
    } finally {
      slow?.close()
      await site.stop()
    }
  },
}
