/** Ends the process on SIGTERM and SIGINT, with a time limit per step. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { beginShutdown, finishShutdown } from './process-state'

const limits = {
  answersMs: 20_000,
  /** For idle connections, whose next request may be on its way. */
  silentMs: 1000,
  backgroundMs: 5000,
}

/** The terminal and npm both forward Ctrl-C. Milliseconds. */
const sameSignalMs = 1000

function trackResponses(server: Server) {
  const open = new Set<ServerResponse>()
  let isClosing = false
  const closeConnection = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (isClosing) closeConnection(response)
  })
  return {
    count: () => open.size,
    close() {
      isClosing = true
      open.forEach(closeConnection)
    },
  }
}

function trackConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

type Options = {
  /** Milliseconds to keep answering, with 503 for `/api/health`, so that balancers notice. */
  delayMs: number
  closeApp: () => Promise<unknown>
  overrides?: typeof limits
}

export function shutDownOnSignal(server: Server, { delayMs, closeApp, overrides = limits }: Options): void {
  const responses = trackResponses(server)
  const closeSilentConnections = trackConnections(server)

  async function shutDown(): Promise<void> {
    beginShutdown()
    responses.close()
    await sleep(delayMs)
    // Accepts connections in the backlog, which would be refused.
    await nextTurn()
    const closed = new Promise((resolve) => server.close(() => resolve('closed')))
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    setTimeout(closeSilentConnections, overrides.silentMs)
    if ((await Promise.race([closed, sleep(overrides.answersMs)])) !== 'closed') {
      const count = responses.count()
      const unfinished = `${count} unfinished ${count === 1 ? 'response' : 'responses'}`
      console.error(`Closing ${unfinished} after ${overrides.answersMs} ms.`)
      server.closeAllConnections()
    }
    clearInterval(idle)
    await Promise.race([closeApp().then(finishShutdown), sleep(overrides.backgroundMs)])
  }

  let firstSignalAt = 0
  const onSignal = () => {
    if (firstSignalAt) {
      if (Date.now() - firstSignalAt > sameSignalMs) process.exit(1)
      return
    }
    firstSignalAt = Date.now()
    shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}
