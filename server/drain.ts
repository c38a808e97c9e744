/**
 * The orderly end of the site's process, at SIGTERM and SIGINT: it takes no more requests, answers those that are
 * under way, lets what runs behind them finish, and exits with 0. No step may keep it from the next for long.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { beginEnding, finish } from '@/lib/ending'

const patience = {
  /** For answers that are under way; what a person asks for is answered in ten seconds. */
  answersMs: 20_000,
  /** For a connection on which nothing has come yet: its request may be on the way. */
  silentMs: 1000,
  /** For what runs behind the answers: letters, jobs, the database. */
  restMs: 5000,
}

/** A terminal's Ctrl-C comes once from the terminal and once more from npm: that is one, not two. */
const oneSignalMs = 1000

/** Every answer under way, and from `close()` on a word in each that its connection ends with it. */
function watchAnswers(server: Server) {
  const open = new Set<ServerResponse>()
  let closing = false
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  server.prependListener('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (closing) sayLast(response)
  })
  return {
    count: () => open.size,
    close() {
      closing = true
      open.forEach(sayLast)
    },
  }
}

/** The connections on which nobody has said anything: browsers open some ahead. */
function watchSilent(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    end() {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/**
 * Ends the process in order when it is told to; a second signal ends it at once.
 * @param delayMs milliseconds for which it goes on taking requests, while `/api/health` answers 503 and every
 *   answer closes its connection: the time in which a balancer learns that others are to be asked
 * @param closeApp lets the application finish what it began behind its answers
 */
export function drainOn(server: Server, delayMs: () => number, closeApp: () => Promise<unknown>, changed = patience) {
  const answers = watchAnswers(server)
  const silent = watchSilent(server)

  async function drain(): Promise<void> {
    beginEnding()
    answers.close()
    await sleep(delayMs())
    // Connections that wait to be taken would be refused; a turn of the loop takes them.
    await turn()
    const closed = new Promise((resolve) => server.close(() => resolve('closed')))
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    setTimeout(silent.end, changed.silentMs)
    if ((await Promise.race([closed, sleep(changed.answersMs)])) !== 'closed') {
      console.error(`Answers that were not done after ${changed.answersMs} ms and are broken off: ${answers.count()}`)
      server.closeAllConnections()
    }
    clearInterval(idle)
    await Promise.race([closeApp().then(finish), sleep(changed.restMs)])
  }

  let told = 0
  const end = () => {
    if (told) {
      if (Date.now() - told > oneSignalMs) process.exit(1)
      return
    }
    told = Date.now()
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
}
