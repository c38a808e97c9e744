import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { hold } from './held-answer'

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Asks the handler for a page of ours, without a connection.
 * @returns its body, whatever its status
 */
export async function innerPage(handler: Handler, path: string, headers: IncomingHttpHeaders): Promise<Buffer> {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path, headers: { host: headers.host ?? 'localhost' } })
  request.push(null)
  const response = new ServerResponse(request)
  const whole = new Promise<Buffer>((resolve) => {
    hold(response, { isHeld: () => true, passed: () => {}, whole: (body) => resolve(body) })
  })
  await handler(request, response)
  return whole
}
