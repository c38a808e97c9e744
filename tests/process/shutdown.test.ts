import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { rawRequest } from '@/tests/setup/raw-request'

type Answer = { status: number | undefined; connection: string | undefined; text: string }

let child: ChildProcess
let port = 0
let output = ''
let ended: Promise<number | null>
const agent = new Agent({ keepAlive: true })

afterEach(() => {
  agent.destroy()
  child.kill('SIGKILL')
})

const expectOutput = (words: string) => expect.poll(() => output).toContain(words)

async function start(times: { delayMs?: number; answersMs?: number; backgroundMs?: number } = {}): Promise<void> {
  const { delayMs = 0, answersMs = 5000, backgroundMs = 5000 } = times
  output = ''
  const args = ['--import', 'tsx', 'tests/process/site-process.ts', ...[delayMs, answersMs, backgroundMs].map(String)]
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  await expectOutput('port ')
  port = Number(/port (\d+)/.exec(output)?.[1])
}

/** The answer, or an error code. */
const get = (path: string): Promise<Answer | string> =>
  rawRequest(`http://127.0.0.1:${port}${path}`, { agent }).then(
    ({ status, headers, body }) => ({ status, connection: headers.connection, text: body.toString() }),
    (error: NodeJS.ErrnoException) => error.code ?? 'error',
  )

test.each(['SIGTERM', 'SIGINT'] as const)(
  'finishes open answers at %s, refuses new connections and exits with 0',
  async (signal) => {
    await start()
    const [long, begun] = [get('/long'), get('/begun')]
    await expectOutput('asked /long')
    await expectOutput('asked /begun')
    child.kill(signal)
    await expect.poll(async () => get('/')).toBe('ECONNREFUSED')
    expect(await long).toEqual({ status: 200, connection: 'close', text: 'done' })
    expect(await begun).toMatchObject({ status: 200, text: 'first last' })
    expect(await ended).toBe(0)
  },
)

test('finishes background work, then closes all resources', async () => {
  await start()
  expect(await get('/work')).toMatchObject({ text: 'begun' })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.match(/app closed|worked|database closed/g)).toEqual(['app closed', 'worked', 'database closed'])
  expect(output).toContain('the mail server is gone')
})

test('closes idle and silent connections', async () => {
  await start({ answersMs: 60_000 })
  expect(await get('/')).toMatchObject({ connection: 'keep-alive' })
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  child.kill('SIGTERM')
  expect(await Promise.race([ended, sleep(15_000, 'still there')])).toBe(0)
})

test('ends despite background work that hangs', async () => {
  await start({ answersMs: 300, backgroundMs: 2500 })
  const hangs = get('/hangs')
  await expectOutput('asked /hangs')
  child.kill('SIGTERM')
  expect(await hangs).toBe('ECONNRESET')
  await sleep(500)
  expect(child.exitCode).toBeNull()
  expect(await ended).toBe(0)
  expect(output).not.toContain('database closed')
})

test('answers during the delay, and closes each connection', async () => {
  await start({ delayMs: 4000 })
  expect(await get('/health')).toMatchObject({ status: 200, connection: 'keep-alive' })
  child.kill('SIGTERM')
  await expect.poll(async () => get('/health'), { interval: 20 }).toMatchObject({ status: 503, connection: 'close' })
  expect(await get('/')).toMatchObject({ status: 200, connection: 'close' })
  expect(await ended).toBe(0)
})
