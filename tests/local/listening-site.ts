import { listen } from '@/tests/setup/listen'
/** A site that records the stand-ins' messages, and may refuse them. */

type Arrival = { path: string; headers: Record<string, unknown>; raw: string }

export async function startListeningSite() {
  const arrivals: Arrival[] = []
  let status = 200
  const { url: address, close } = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push({ path: request.url ?? '', headers: request.headers, raw: Buffer.concat(chunks).toString() })
      response.writeHead(status).end('{}')
    })
  })
  return {
    address,
    arrivals,
    answerWith(next: number) {
      status = next
    },
    types: () =>
      arrivals.map(({ raw }) => {
        const event = JSON.parse(raw) as { type?: string; event_type?: string }
        return event.type ?? event.event_type
      }),
    close,
  }
}
