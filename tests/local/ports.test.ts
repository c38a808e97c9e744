import { createServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePorts, portProblems } from '@/local/ports'

const servers: ReturnType<typeof createServer>[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

async function taken(host: string): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

// Chosen for each test, because fixed ports may be in use.
let free: Parameters<typeof portProblems>[0]
beforeEach(async () => {
  const [site, identity, storage, vendors] = await freePorts(4)
  free = { PORT: site!, AUTH_EMULATOR_PORT: identity!, STORAGE_EMULATOR_PORT: storage!, LOCAL_VENDORS_PORT: vendors! }
})

test('names a taken port, its part and the variable', async () => {
  const port = await taken('127.0.0.1')
  const [problem] = await portProblems({ ...free, AUTH_EMULATOR_PORT: port })
  expect(problem).toBe(
    `Port ${port} is already taken, and the identity emulator needs it. Choose another, such as: AUTH_EMULATOR_PORT=${port + 1} npm run local`,
  )
})

test('names a port used twice once', async () => {
  const problems = await portProblems({ ...free, STORAGE_EMULATOR_PORT: free.PORT })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('the storage emulator needs it')
})
