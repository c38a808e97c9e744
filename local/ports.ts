import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const portNames = {
  PORT: 'the site',
  AUTH_EMULATOR_PORT: 'the identity emulator',
  STORAGE_EMULATOR_PORT: 'the storage emulator',
  LOCAL_VENDORS_PORT: 'the stand-in of the vendors',
} as const
type PortName = keyof typeof portNames
type Ports = Record<PortName, number>

const defaults: Ports = { PORT: 3000, AUTH_EMULATOR_PORT: 9099, STORAGE_EMULATOR_PORT: 9199, LOCAL_VENDORS_PORT: 4010 }

/** `readEnv` judges whether they are valid ports. */
export function portsOf(env: Record<string, string | undefined>): Ports {
  const names = Object.keys(defaults) as PortName[]
  return Object.fromEntries(names.map((name) => [name, Number(env[name]?.trim() || defaults[name])])) as Ports
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    // Without IPv6, nothing listens there either.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

/** A free port of loopback. It lies below the range that systems give to outgoing connections, which could take it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    if ((await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port
  }
}

/** Distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

export async function portProblems(ports: Ports): Promise<string[]> {
  const problems: string[] = []
  const seen = new Set<number>()
  for (const name of Object.keys(portNames) as PortName[]) {
    const port = ports[name]
    const isTaken = seen.has(port) || !(await isFree(port, '127.0.0.1')) || !(await isFree(port, '::1'))
    seen.add(port)
    if (!isTaken) continue
    const advice = `Choose another, such as: ${name}=${port + 1} npm run local`
    problems.push(`Port ${port} is already taken, and ${portNames[name]} needs it. ${advice}`)
  }
  return problems
}
