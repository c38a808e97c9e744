/** The site under plain `next start`, with the identity service and vendors of the shared stack. */
import { composeEnvironment } from '@/local/environment'
import { startSite } from './setup/site'
import { freePorts } from './setup/stack'
import { test as base, vendors } from './setup/test'
import { wholeWay } from './setup/whole-way'

async function startPlain() {
  const { PORT } = await freePorts()
  const { E2E_IDENTITY = '', E2E_STORAGE = '' } = process.env
  const site = await startSite({
    port: PORT,
    program: ['node_modules/next/dist/bin/next', 'start'],
    env: composeEnvironment({
      PORT,
      AUTH_EMULATOR_PORT: new URL(E2E_IDENTITY).port,
      STORAGE_EMULATOR_PORT: new URL(E2E_STORAGE).port,
      LOCAL_VENDORS_PORT: new URL(vendors()).port,
    }),
  })
  return { origin: `http://localhost:${PORT}`, stop: site.stop }
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
