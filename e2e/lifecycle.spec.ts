/** How the stack starts, stops, refuses and remembers. These tests start stacks of their own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, siteProgram } from '@/local/project'
import { commandOf, treeOf } from '@/tests/setup/processes'
import { freePorts, run, startStack, type Ports } from './setup/stack'
import { signIn, signOut, signUp, subscribe, trialActions } from './setup/steps'
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

/** The processes that work for a stack: all that its conductor has started, directly or not. */
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
  const ports = await freePorts()
  const stack = run({ ...ports, DATA_DIR: dataDir })
  await stack.printed(`ready http://localhost:${ports.PORT}`)
  return { ports, stack, pids: processesOf(stack.process.pid) }
}

test('Ctrl-C stops every process, and the next start has account, plan and data @once', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/status of 404/)
  const ports = await freePorts()
  const email = newAddress()
  const first = await startStack(dataDir, ports)
  const at = (path: string) => `${first.origin}${path}`
  const goto = page.goto.bind(page)
  page.goto = (url, options) => goto(url.startsWith('/') ? at(url) : url, options)
  await signUp(page, email)
  await subscribe(page)
  await expect(page.getByRole('main')).toContainText('$19.00')
  // Whatever the page is still asking for ends with it, before the site goes.
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
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: 'Yes, cancel my plan' }).click()
  await expect(page.getByRole('button', { name: /resume/i })).toBeVisible()
  await page.goto('about:blank')
  await second.stop()
})

test('no part outlives a conductor that was killed, and the folder is free at once @once', async () => {
  const { ports, stack, pids } = await started()
  stack.process.kill('SIGKILL')
  await silence(ports, pids)
  const again = await startStack(dataDir, ports)
  await again.stop()
})

test('Ctrl-C while the demonstration accounts are made ends it all, and nothing is said to be ready @once', async () => {
  const ports = await freePorts()
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

test('when one part ends by itself, it is named and all others end @once', async () => {
  const { ports, stack, pids } = await started()
  const vendors = pids.find((pid) => commandOf(pid).includes('local/vendors/main.ts'))
  if (vendors === undefined) throw new Error('The stand-in of the vendors was not found.')
  process.kill(vendors, 'SIGKILL')
  expect(await stack.ended).toBe(1)
  expect(stack.output()).toContain('vendors has ended by itself')
  await silence(ports, pids)
})

test('a taken port is named, with the way to another @once', async () => {
  const ports = await freePorts()
  const server = createServer().listen(Number(ports.LOCAL_VENDORS_PORT), '127.0.0.1')
  const refused = run({ ...ports, DATA_DIR: dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(`Port ${ports.LOCAL_VENDORS_PORT} is already taken`)
  expect(refused.output()).toMatch(/LOCAL_VENDORS_PORT=\d+ npm run local/)
  server.close()
})

test('a half-set environment stops the start with the name of the variable @once', async () => {
  const refused = run({ ...(await freePorts()), DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_own' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('STRIPE_WEBHOOK_SECRET is not set')
})

test('the settings of a site that people use, with its database, start nothing @once', async () => {
  const settings = { SITE_ORIGIN: 'https://speech.example', DATABASE_URL: 'postgres://site@127.0.0.1:1/site' }
  const refused = run({ ...(await freePorts()), ...settings, DATA_DIR: dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('SITE_ORIGIN= DATABASE_URL= npm run local')
  expect(refused.output()).not.toContain('starting')
})

/** The site's own process. */
function begin(env: Record<string, string>, { args = ['-H', '127.0.0.1'], cwd = root } = {}) {
  const child = spawn(process.execPath, [siteProgram, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, said })
    }),
  )
  return { child, ended }
}

/** One that is to end by itself, begun as `npm start` does. */
const site = (env: Record<string, string>) => begin(env).ended

test('a second start on the folder of a running one ends at once and harms nothing, and so does a second site @once', async () => {
  const { stack } = await started()
  const second = run({ ...(await freePorts()), DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('already in use')
  expect(second.output()).not.toContain('building')
  const { PORT } = await freePorts()
  const { code, said } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT })
  expect(code).toBe(1)
  expect(said).toContain('already in use')
  expect(stack.process.exitCode).toBeNull()
  stack.process.kill('SIGINT')
  expect(await stack.ended).toBe(0)
})

test('a wrong setting of the sign-in form stops the start by name @once', async () => {
  const SIGN_IN_CONFIG = '{"signInOptions":[{"provider":"phone","whitelistedCountries":[]}],"colour":"red"}'
  const ports = await freePorts()
  const refused = run({ ...ports, DATA_DIR: dataDir, SIGN_IN_CONFIG })
  const { code, said } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT: ports.PORT, SIGN_IN_CONFIG })
  expect([await refused.ended, code]).toEqual([1, 1])
  for (const output of [refused.output(), said]) {
    expect(output).toContain('SIGN_IN_CONFIG: signInOptions[0].whitelistedCountries must be a non-empty array.')
    expect(output).toContain('SIGN_IN_CONFIG: has "colour", which is no setting.')
  }
})

for (const [name, value] of [
  ['STRIPE_API_BASE', 'http://127.0.0.1:4010'],
  ['CHARGEBEE_API_BASE', 'http://localhost:4010'],
  ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
  ['FIREBASE_STORAGE_EMULATOR_HOST', '127.0.0.1:9199'],
]) {
  test(`in production ${name} at a stand-in stops the start by name @once`, async () => {
    const { PORT } = await freePorts()
    const env = { SITE_ORIGIN: 'https://unhurried.example', DATA_DIR: dataDir, PORT, [name ?? '']: value ?? '' }
    const { code, said } = await site(env)
    expect(code).toBe(1)
    expect(said).toContain(`${name} `)
    expect(said).toContain('DEPLOYMENT is production')
  })
}

test('LOG_LEVEL that is none stops the start by name @once', async () => {
  const { PORT } = await freePorts()
  const { code, said } = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT, LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(said).toContain('LOG_LEVEL is "loud"')
  expect(said).not.toContain('at ')
})

test('a port that is taken, and a command line that cannot be read, stop the start of the site in a sentence @once', async () => {
  const { PORT } = await freePorts()
  const server = createServer().listen(Number(PORT), '127.0.0.1')
  const taken = await site({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT })
  server.close()
  const misread = await begin({ DEPLOYMENT: 'local', DATA_DIR: dataDir, PORT }, { args: ['-p', 'abc'] }).ended
  expect([taken.code, misread.code]).toEqual([1, 1])
  expect(taken.said).toContain(`Port ${PORT} is already taken`)
  expect(misread.said).toContain('--port is "abc"')
  for (const { said } of [taken, misread]) expect(said).not.toMatch(/^ +at /m)
})

test('settings stand in .env, below those of the environment; with DEPLOYMENT=local it listens on loopback alone @once', async () => {
  const { PORT } = await freePorts()
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
  expect(open.said).toContain('listens on loopback only, and not at 0.0.0.0')

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
