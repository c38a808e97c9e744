import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createSiteServer } from '@/server/http'
import { words } from '@/tests/setup/words'

let server: Server
const lines: Socket[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
  server.closeAllConnections()
  server.close()
})

const seen: string[] = []
const answer: RequestListener = (request, response) => {
  seen.push(request.url ?? '')
  request.resume().once('end', () => response.end('served'))
}

async function start(): Promise<void> {
  seen.length = 0
  server = createSiteServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** A raw connection. */
async function line(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  lines.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything until the server closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  // Not `once` of node:events, which throws at a connection that is reset.
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

async function answerTo(...header: string[]): Promise<string> {
  const socket = await line()
  socket.write([...header, 'Host: unhurried.example', '', ''].join('\r\n'))
  return received(socket)
}

const status = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
const upgrade = (to: string) => [`Upgrade: ${to}`, 'Connection: Upgrade']

describe('the target of a request', () => {
  test.each(words`
    http://unhurried.example/ https://elsewhere.example/blog //features //\\elsewhere.example
    /\\elsewhere.example * blog
  `)('answers 400 to %s', async (target) => {
    await start()
    const text = await answerTo(`${target === '*' ? 'OPTIONS' : 'GET'} ${target} HTTP/1.1`)
    expect(status(text)).toBe(400)
    expect(seen).toEqual([])
  })

  test.each(['/blog?next=//elsewhere.example', '/a//b'])('serves %s', async (target) => {
    await start()
    expect(status(await answerTo(`GET ${target} HTTP/1.1`, 'Connection: close'))).toBe(200)
    expect(seen).toEqual([target])
  })

  test.each([
    ['a long path', `/${'.'.repeat(15_000)}/`, 414],
    ['a long address of the API', `/api/config?q=${'a'.repeat(4096)}`, 414],
    ['many parameters', `/?${'a=b&'.repeat(100)}`, 414],
    ['many parameters for the identity helper', `/__/auth/handler?${'a=b&'.repeat(500)}`, 414],
    ['a page that looks like the helper', `/__/../?${'a=b&'.repeat(400)}`, 414],
    ['a usual query', `/blog?${'a=b&'.repeat(99)}`, 200],
    ['a provider’s long answer to the identity helper', `/__/auth/handler?code=${'a'.repeat(12_000)}`, 200],
  ])('limits %s', async (_, target, expected) => {
    await start()
    expect(status(await answerTo(`GET ${target} HTTP/1.1`, 'Connection: close'))).toBe(expected)
    expect(seen).toEqual(expected === 200 ? [target] : [])
  })
})

describe('an upgrade', () => {
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']

  test.each(['/', '/_next/webpack-hmr', '/api/health'])(
    'to a websocket at %s is answered 400, and the line closed',
    async (path) => {
      await start()
      const text = await answerTo(`GET ${path} HTTP/1.1`, ...upgrade('websocket'), ...key)
      expect(status(text)).toBe(400)
      expect(seen).toEqual([])
    },
  )

  test('to another protocol is ignored', async () => {
    await start()
    const text = await answerTo('GET /blog HTTP/1.1', 'Upgrade: h2c', 'Connection: Upgrade, close')
    expect(status(text)).toBe(200)
    expect(seen).toEqual(['/blog'])
  })
})

test.each([
  ['twice the same', 'Host: x', 'Host: x'],
  ['two', 'Host: x', 'host: elsewhere.example'],
])('answers 400 to a request with %s host', async (_, ...lines) => {
  await start()
  const socket = await line()
  socket.write(['GET / HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'))
  expect(status(await received(socket))).toBe(400)
  expect(seen).toEqual([])
})
