/** A TCP proxy that can be cut, because a browser's offline mode does not cover service workers. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Line = {
  origin: string
  /** Closes every connection and refuses new ones until `join`. */
  cut(): Promise<void>
  join(): Promise<void>
}

/** Starts the proxy on a free port. */
export async function openLine(site: string): Promise<Line> {
  const { port } = new URL(site)
  const sockets = new Set<Socket>()
  const known = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.once('error', () => socket.destroy())
    return socket
  }
  const server = createServer((near) => {
    const far = known(connect(Number(port), '127.0.0.1'))
    known(near).pipe(far).pipe(near)
    near.once('close', () => far.destroy())
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  return {
    origin: `http://localhost:${own}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    join: () => listen(own),
  }
}
