/** A load balancer in front of several processes. */
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '@/tests/setup/listen'

const checkEveryMs = 100

/** Sends requests to healthy processes in turn, over kept connections. It never retries, so that failures show. */
export async function startBalancer(urls: readonly string[]) {
  const backends = urls.map((url) => ({ url, isHealthy: false, isChecking: false }))
  const agent = new Agent({ keepAlive: true })
  let next = 0

  function check(backend: (typeof backends)[number]): void {
    if (backend.isChecking) return
    backend.isChecking = true
    const probe = request(`${backend.url}/api/health`, async (response) => {
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
    const { method, headers } = incoming
    const forwarded = request(backend.url + incoming.url, { method, headers, agent }, (response) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      response.pipe(outgoing)
      response.once('error', () => outgoing.destroy())
    })
    forwarded.on('error', (error: NodeJS.ErrnoException) => fail(`process at ${backend.url}: ${error.code}`))
    incoming.pipe(forwarded)
  }

  const server = await listen(forward)
  return {
    url: server.url,
    isHealthy: (url: string) => backends.some((one) => one.url === url && one.isHealthy),
    async stop() {
      clearInterval(checks)
      agent.destroy()
      await server.close()
    },
  }
}
