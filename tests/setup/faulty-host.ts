/** A host that answers wrongly on request, for code that must notice it. */
import type { ServerResponse } from 'node:http'
import { listen } from './listen'

export type Behavior = (response: ServerResponse) => void

export const answering =
  (status: number, body = '{}', headers: Record<string, string> = {}): Behavior =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

export const hanging: Behavior = () => {}

export const dropping: Behavior = (response) => response.destroy()

/** Sends a body without end. */
export const endless: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = setInterval(() => response.write(' '.repeat(16_384)), 1)
  response.on('close', () => clearInterval(more))
}

/** Starts a host; `is` changes its behavior, and `calls` are the requests to it. */
export async function startFaultyHost(first: Behavior) {
  let behavior = first
  const calls: string[] = []
  const { url: base, close } = await listen((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume()
    behavior(response)
  })
  return {
    base,
    calls,
    is(next: Behavior) {
      behavior = next
    },
    close,
  }
}
