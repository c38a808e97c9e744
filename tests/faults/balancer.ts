/**
 * A balancer as sites have one before them: it asks each process after its health, gives requests in turn to those
 * that are well over lines that it keeps open, and tries nothing twice, so that whatever fails is seen.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Behind = { port: number; isWell: boolean; isAsked: boolean; served: number }

const lookEveryMs = 100

export async function startBalancer(ports: readonly number[]) {
  const all: Behind[] = ports.map((port) => ({ port, isWell: false, isAsked: false, served: 0 }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  function look(one: Behind): void {
    if (one.isAsked) return
    one.isAsked = true
    const asked = request({ host: '127.0.0.1', port: one.port, path: '/api/health' }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      // Nobody is let in before it is well, or taken out because it is slow for a moment.
      if (text.includes('"ending"')) one.isWell = false
      else if (response.statusCode === 200) one.isWell = true
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') one.isWell = false
    })
    asked.once('close', () => {
      one.isAsked = false
    })
    asked.end()
  }
  const looking = setInterval(() => all.forEach(look), lookEveryMs)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const well = all.filter(({ isWell }) => isWell)
    const one = well[turn++ % well.length]
    const fail = (what: string) => {
      if (outgoing.headersSent) return void outgoing.destroy()
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(what)
    }
    if (!one) return fail('no process is well')
    one.served++
    const { method, url: path, headers } = incoming
    const asked = request({ host: '127.0.0.1', port: one.port, method, path, headers, agent }, (response) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      response.pipe(outgoing)
      response.once('error', () => outgoing.destroy())
    })
    asked.on('error', (error: NodeJS.ErrnoException) => fail(`process at ${one.port}: ${error.code}`))
    incoming.pipe(asked)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isWell: (port: number) => all.some((one) => one.port === port && one.isWell),
    served: () => all.map(({ served }) => served),
    async stop() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
