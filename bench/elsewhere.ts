/** A page of another site, from which people come. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = '<!doctype html><html lang="en"><title>Elsewhere</title><p>What was found.'

/** Its host is an address in numbers, and the hosts that are measured have a name: to a browser that is another site. */
export async function startElsewhere(): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
