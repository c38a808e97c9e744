/** Start, stop, refusals and persistence of the stack. These tests start their own stacks. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, siteProgram } from '@/local/project'
import { commandOf, treeOf } from '@/tests/setup/processes'
import { freeStackPorts, run, startStack, type Ports } from './setup/stack'
import { cancelPlan, signIn, signOut, signUp, subscribe, trialActions } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

test.describe.configure({ timeout: 240_000 })

let dataDir: string
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'unhurried-life-'))
})
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const answers = (port: string, host = '127.0.0.1') =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** All descendants of the stack's main process. */
function processesOf(conductor = 0): number[] {
  const [, ...pids] = treeOf(conductor)
  expect(pids.length).toBeGreaterThanOrEqual(4)
  return pids
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function silence(ports: Ports, pids: number[]) {
  await expect.poll(() => pids.filter(alive), { timeout: 60_000 }).toEqual([])
  for (const port of Object.values(ports)) expect(await answers(port)).toBe(false)
}

async function started() {
  const ports = await freeStackPorts()
  const stack = run({ ...ports, DATA_DIR: dataDir })
  await stack.printed(`ready http://localhost:${ports.PORT}`)
  return { ports, stack, pids: processesOf(stack.process.pid) }
}

test('Ctrl-C stops every process, and the next start has all data @once @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  const ports = await freeStackPorts()
  const email = newAddress()
  const first = await startStack(dataDir, ports)
  const at = (path: string) => `${first.origin}${path}`
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(url.startsWith('/') ? at(url) : url, options)
  await signUp(page, email)
  await subscribe(page)
  await expect(page.getByRole('main')).toContainText('$19.00')
  // Ends the page's requests before the site stops.
  await page.goto('about:blank')
  const pids = processesOf(first.pid)
  await first.stop()
  await silence(ports, pids)

  const second = await startStack(dataDir, ports)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Profile' }).filter({ visible: true })).toBeVisible()
  await expect(trialActions(page)).toHaveCount(0)
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('$19.00')
  await signOut(page)
  await signIn(page, email)
  await page.goto('/profile')
  await cancelPlan(page)
  await expect(page.getByRole('button', { name: /resume/i })).toBeVisible()
  await page.goto('about:blank')
  await second.stop()
})

test('ends all parts with a killed main process, freeing the folder @once @long', async () => {
  const { ports, stack, pids } = await started()
  stack.process.kill('SIGKILL')
  await silence(ports, pids)
  const again = await startStack(dataDir, ports)
  await again.stop()
})

test('Ctrl-C during start-up stops everything before "ready" @once @long', async () => {
  const ports = await freeStackPorts()
  const stack = run({ ...ports, DATA_DIR: dataDir })
  await Promise.all(
    ['identity', 'storage', 'vendors', 'site'].map((name) => stack.printed(`  ${name.padEnd(10)} ready`)),
  )
  const pids = processesOf(stack.process.pid)
  stack.process.kill('SIGINT')
  expect(await stack.ended).toBe(0)
  expect(stack.output()).toContain('stopping')
  expect(stack.output()).not.toContain(`ready http://localhost:${ports.PORT}`)
  await silence(ports, pids)
})

test('a part that exits is named, and the others are stopped @once @long', async () => {
  const { ports, stack, pids } = await started()
  const vendors = pids.find((pid) => commandOf(pid).includes('local/vendors/main.ts'))
  if (vendors === undefined) throw new Error('The stand-in of the vendors was not found.')
  process.kill(vendors, 'SIGKILL')
  expect(await stack.ended).toBe(1)
  expect(stack.output()).toContain('vendors stopped unexpectedly')
  await silence(ports, pids)
})

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

test('exits a second start on the same folder without harm @once @long', async () => {
  const { stack } = await started()
  const second = run({ ...(await freeStackPorts()), DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('already in use')
  expect(second.output()).not.toContain('building')
  const { PORT } = await freeStackPorts()
  const { code, printed } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT })
  expect(code).toBe(1)
  expect(printed).toContain('already in use')
  expect(stack.process.exitCode).toBeNull()
  stack.process.kill('SIGINT')
  expect(await stack.ended).toBe(0)
})

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

for (const [name, value] of [
  ['STRIPE_API_BASE', 'http://127.0.0.1:4010'],
  ['CHARGEBEE_API_BASE', 'http://localhost:4010'],
  ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
  ['FIREBASE_STORAGE_EMULATOR_HOST', '127.0.0.1:9199'],
]) {
  test(`in production a stand-in for ${name} stops the start @once @long`, async () => {
    const { PORT } = await freeStackPorts()
    const env = { SITE_ORIGIN: 'https://unhurried.example', DATA_DIR: dataDir, PORT, [name ?? '']: value ?? '' }
    const { code, printed } = await site(env)
    expect(code).toBe(1)
    expect(printed).toContain(`${name} `)
    expect(printed).toContain('DEPLOYMENT is production')
  })
}

test('an invalid LOG_LEVEL stops the start and is named @once @long', async () => {
  const { PORT } = await freeStackPorts()
  const { code, printed } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT, LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(printed).toContain('LOG_LEVEL is "loud"')
  expect(printed).not.toContain('at ')
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

test('reads .env below the environment; local deployments use loopback @once @long', async () => {
  const { PORT } = await freeStackPorts()
  const origin = `http://localhost:${PORT}`
  for (const name of ['.next', 'content', 'lib', 'node_modules', 'package.json', 'public', 'server']) {
    symlinkSync(join(root, name), join(dataDir, name))
  }
  const settings = { DEPLOYMENT: 'local', SITE_ORIGIN: origin, DATA_DIR: join(dataDir, 'data'), PORT: '1' }
  writeFileSync(
    join(dataDir, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const open = await begin({ PORT }, { args: ['-H', '0.0.0.0'], cwd: dataDir }).ended
  expect(open.code).toBe(1)
  expect(open.printed).toContain('listens on loopback only, and not at 0.0.0.0')

  const { child, ended } = begin({ PORT }, { args: [], cwd: dataDir })
  await expect.poll(() => answers(PORT), { timeout: 60_000 }).toBe(true)
  const page = await (await fetch(`${origin}/features`)).text()
  expect(page).toContain(`<link rel="canonical" href="${origin}/features"`)
  for (const { address, family, internal } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    if (!internal && family === 'IPv4') expect(await answers(PORT, address), address).toBe(false)
  }
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
