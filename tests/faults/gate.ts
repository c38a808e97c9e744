/** A gate on the way to a vendor, which a test opens and shuts: as far as the site can tell, it is the vendor. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Every call passes; or its connection is cut; or it is answered 500; or it comes to the vendor only after so many milliseconds. */
export type Passage = 'open' | 'cut' | 'fails' | { slowMs: number }

export type Gate = Awaited<ReturnType<typeof startGate>>

/** @param vendor origin of who is behind it */
export async function startGate(vendor: string) {
  let passage: Passage = 'open'
  const under = new Set<Promise<void>>()

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const now = passage
    if (now === 'cut') return void incoming.socket.destroy()
    if (now === 'fails') return void outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{}')
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    // Whoever asked may be gone by then; the vendor does it all the same.
    if (now !== 'open') await sleep(now.slowMs)
    const { method, headers } = incoming
    await new Promise<void>((resolve) => {
      const asked = request(new URL(incoming.url ?? '/', vendor), { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
        response.once('close', resolve)
      })
      asked.on('error', () => {
        outgoing.destroy()
        resolve()
      })
      asked.end(Buffer.concat(chunks))
    })
  }

  const server = createServer((incoming, outgoing) => {
    const passing = pass(incoming, outgoing).catch(() => void outgoing.destroy())
    under.add(passing)
    void passing.finally(() => under.delete(passing))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: Passage) {
      passage = next
    },
    /** Resolves when all that was on its way has arrived. */
    async quiet() {
      while (under.size > 0) await Promise.all(under)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
