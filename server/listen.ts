/** Where the process listens: what its command line says, and in a sentence why it cannot. */
import type { Server } from 'node:net'
import { parseArgs } from 'node:util'

/** Its message is a sentence for whoever started the process. */
export class CannotListen extends Error {}

type Asked = { hostname?: string; port?: number }

/**
 * What a command line says of where to listen: `-H` or `--hostname`, `-p` or `--port`.
 * @param args without Node and the program
 * @throws {CannotListen}
 */
export function askedToListen(args: string[]): Asked {
  const { hostname, port } = optionsOf(args)
  if (port === undefined) return { hostname }
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0
  if (number > 0 && number < 65536) return { hostname, port: number }
  throw new CannotListen(`--port is "${port}"; it must be a port from 1 to 65535.`)
}

function optionsOf(args: string[]) {
  try {
    const options = { hostname: { type: 'string', short: 'H' }, port: { type: 'string', short: 'p' } } as const
    return parseArgs({ args, options }).values
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('. ')[0] : ''
    throw new CannotListen(`${why}. There are --hostname (-H) and --port (-p).`, { cause })
  }
}

/** What the system says, in words that name what to change; null for what nobody here can. */
function wordsFor(code: string | undefined, port: number, host: string): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already taken. Stop what listens there, or choose another with PORT.`
  if (code === 'EACCES') return `Port ${port} is not this user's to take. Choose another with PORT, from 1024 on.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Choose another with --hostname, or leave it out.`
  return null
}

/**
 * Begins to listen. Of what fails later the server speaks itself.
 * @throws {CannotListen}
 */
export async function listenAt(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const failed = (cause: NodeJS.ErrnoException) => {
      const words = wordsFor(cause.code, port, host)
      reject(words === null ? cause : new CannotListen(words, { cause }))
    }
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      resolve()
    })
  })
}
