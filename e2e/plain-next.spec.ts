/** The site under plain `next start`, with the identity service and vendors of the shared stack. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeEnvironment } from '@/local/environment'
import { freePorts } from './setup/stack'
import { test as base, vendors } from './setup/test'
import { wholeWay } from './setup/whole-way'

async function startPlain() {
  const { PORT } = await freePorts()
  const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-plain-'))
  const origin = `http://localhost:${PORT}`
  const { PATH = '', E2E_IDENTITY = '', E2E_STORAGE = '' } = process.env
  const site = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', PORT], {
    env: {
      ...composeEnvironment({
        PORT,
        AUTH_EMULATOR_PORT: new URL(E2E_IDENTITY).port,
        STORAGE_EMULATOR_PORT: new URL(E2E_STORAGE).port,
        LOCAL_VENDORS_PORT: new URL(vendors()).port,
      }),
      PATH,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
    },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => site.once('close', resolve))
  const until = Date.now() + 60_000
  while (!(await fetch(`${origin}/api/health`).catch(() => null))?.ok && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    origin,
    async stop() {
      site.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const test = base.extend<object, { plain: { origin: string } }>({
  plain: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const plain = await startPlain()
      await use(plain)
      await plain.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ plain }, use) => use(plain.origin),
})

test('the whole journey works under plain `next start` @once @long', async ({ page }) => {
  await wholeWay(page, false)
})
