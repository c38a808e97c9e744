/** Start, stop, refusals and persistence of the stack. These tests start their own stacks. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, siteProgram } from '@/local/project'
import { freeStackPorts, run } from './setup/stack'
import { expect, test } from './setup/test'

test.describe.configure({ timeout: 240_000 })

let dataDir: string
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'unhurried-life-'))
})
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('an occupied port is named, with advice @once', async () => {
  const ports = await freeStackPorts()
  const server = createServer().listen(Number(ports.LOCAL_VENDORS_PORT), '127.0.0.1')
  const refused = run({ ...ports, DATA_DIR: dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(`Port ${ports.LOCAL_VENDORS_PORT} is already taken`)
  expect(refused.output()).toMatch(/LOCAL_VENDORS_PORT=\d+ npm run local/)
  server.close()
})

test('an incomplete environment stops the start and names the variable @once', async () => {
  const refused = run({ ...(await freeStackPorts()), DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_own' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('STRIPE_WEBHOOK_SECRET is not set')
})

test('production settings start no local stack @once', async () => {
  const settings = { SITE_ORIGIN: 'https://speech.example', DATABASE_URL: 'postgres://site@127.0.0.1:1/site' }
  const refused = run({ ...(await freeStackPorts()), ...settings, DATA_DIR: dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('SITE_ORIGIN= DATABASE_URL= npm run local')
  expect(refused.output()).not.toContain('starting')
})

function begin(env: Record<string, string>, { args = ['-H', '127.0.0.1'], cwd = root } = {}) {
  const child = spawn(process.execPath, [siteProgram, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, printed })
    }),
  )
  return { child, ended }
}

/** Starts the site as `npm start` does, and waits until it exits. */
const site = (env: Record<string, string>) => begin(env).ended

test('an invalid sign-in setting stops the start and is named @once', async () => {
  const SIGN_IN_CONFIG = '{"signInOptions":[{"provider":"phone","whitelistedCountries":[]}],"colour":"red"}'
  const ports = await freeStackPorts()
  const refused = run({ ...ports, DATA_DIR: dataDir, SIGN_IN_CONFIG })
  const { code, printed } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT: ports.PORT, SIGN_IN_CONFIG })
  expect([await refused.ended, code]).toEqual([1, 1])
  for (const output of [refused.output(), printed]) {
    expect(output).toContain('SIGN_IN_CONFIG: signInOptions[0].whitelistedCountries must be a non-empty array.')
    expect(output).toContain('SIGN_IN_CONFIG: has the unknown setting "colour".')
  }
})

test('an occupied port or invalid arguments stop the site with a message @once', async () => {
  const { PORT } = await freeStackPorts()
  const server = createServer().listen(Number(PORT), '127.0.0.1')
  const taken = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT })
  server.close()
  const misread = await begin({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT }, { args: ['-p', 'abc'] }).ended
  expect([taken.code, misread.code]).toEqual([1, 1])
  expect(taken.printed).toContain(`Port ${PORT} is already taken`)
  expect(misread.printed).toContain('--port is "abc"')
  for (const { printed } of [taken, misread]) expect(printed).not.toMatch(/^ +at /m)
})
