/** A site that records the stand-ins' messages, and may refuse them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Arrival = { path: string; headers: Record<string, unknown>; raw: string }

export async function startListeningSite() {
  const arrivals: Arrival[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push({ path: request.url ?? '', headers: request.headers, raw: Buffer.concat(chunks).toString() })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    arrivals,
    answerWith(next: number) {
      status = next
    },
    types: () =>
      arrivals.map(({ raw }) => {
        const event = JSON.parse(raw) as { type?: string; event_type?: string }
        return event.type ?? event.event_type
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
