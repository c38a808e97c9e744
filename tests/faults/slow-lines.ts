/** Lines to a site that are slow on purpose: with their header, with their body, and with taking what they are given. */
import { connect, type Socket } from 'node:net'

type Kind = { first: string; more: string | null }

const post =
  'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{'

/** Half of them with their header; of the others one sends a body, one takes nothing of its page, in turn. */
const kinds: Kind[] = [
  { first: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'x' },
  { first: post, more: ' ' },
  { first: 'GET /blog HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', more: 'x' },
  { first: 'GET /therapy-protocol HTTP/1.1\r\nHost: localhost\r\n\r\n', more: null },
]

const dripMs = 1000

/** Opens so many, a few at a time as a backlog allows, and lets them drip a byte a second. */
export async function openSlowLines(port: number, count: number) {
  const lines: { socket: Socket; more: string | null }[] = []
  const openOne = (number: number) =>
    new Promise<void>((resolve) => {
      const kind = kinds[number % kinds.length]
      if (!kind) return resolve()
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(kind.first)
        resolve()
      })
      // Who is ended is what the site counts.
      socket.on('error', () => resolve())
      if (kind.more === null) socket.pause()
      else socket.resume()
      lines.push({ socket, more: kind.more })
    })
  for (let number = 0; number < count; number += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - number) }, (_, one) => openOne(number + one)))
  }
  const drip = setInterval(() => {
    for (const { socket, more } of lines) if (more !== null && socket.writable) socket.write(more)
  }, dripMs)
  return {
    /** Those that the site has not ended, of the ones that notice. */
    open: () => lines.filter(({ socket, more }) => more !== null && !socket.closed).length,
    close() {
      clearInterval(drip)
      for (const { socket } of lines) socket.destroy()
    },
  }
}
