/** A host that answers as it is told to, for parts that have to notice what is wrong with one. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Mood = (response: ServerResponse) => void

export const answering =
  (status: number, body = '{}', headers: Record<string, string> = {}): Mood =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

/** Says nothing, for as long as somebody listens. */
export const hanging: Mood = () => {}

/** Cuts the line. */
export const dropping: Mood = (response) => response.destroy()

/** Begins to answer, and never ends. */
export const endless: Mood = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = setInterval(() => response.write(' '.repeat(16_384)), 1)
  response.on('close', () => clearInterval(more))
}

/** Begins to answer, and then says nothing. */
export const stalling: Mood = (response) => void response.writeHead(200).write('{"keys":[')

/** Starts one; `is` changes its mood, and `calls` are the paths that it was asked for. */
export async function startMoodyHost(first: Mood) {
  let mood = first
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    mood(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    is(next: Mood) {
      mood = next
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
