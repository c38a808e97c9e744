/** The site under plain `next start`, with the identity service and vendors of the shared stack. */
import { composeEnvironment } from '@/local/environment'
import { rawRequest } from './setup/raw-request'
import { missing, samplePost } from './setup/routes'
import { startSite } from './setup/site'
import { freeStackPorts } from './setup/stack'
import { expect, origin, test as base, vendors } from './setup/test'

async function startPlain() {
  const { PORT } = await freeStackPorts()
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

const pages = ['/', '/auth', '/profile', '/pricing/start?c=true', '/pricing/thankyou/', '/blog', samplePost, missing]
const files = [
  '/icon.svg',
  '/og/home.png',
  '/blog/feed.json',
  '/api/plans',
  '/api/nothing',
  '/api/preview',
  '/worker.js',
]
const common = [
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]

/** The values of each header; a header that is sent twice has two. */
async function headersOf(at: string, path: string, headers: Record<string, string> = {}) {
  const lines = (await rawRequest(at, path, { headers })).headers.split('\n')
  const values: Record<string, string[]> = {}
  for (let i = 0; i + 1 < lines.length; i += 2) (values[lines[i]?.toLowerCase() ?? ''] ??= []).push(lines[i + 1] ?? '')
  return values
}

const directives = (policy = '') =>
  new Map(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))

test('plain `next start` sends the headers of the server, once each @once', async ({ plain }) => {
  for (const path of [...pages, ...files]) {
    const [served, bare] = [await headersOf(origin(), path), await headersOf(plain.origin, path)]
    for (const name of common) {
      expect(bare[name], `${path} ${name}`).toHaveLength(1)
      expect(served[name], `${path} ${name}`).toEqual(bare[name])
    }
    if (!pages.includes(path)) continue
    const allowed = directives(bare['content-security-policy']?.[0])
    expect(allowed.get('script-src'), path).toContain("'unsafe-inline'")
    expect(allowed.get('frame-ancestors'), path).toEqual(["'none'"])
    expect(served['content-security-policy']?.[0], path).not.toContain("script-src 'self' 'unsafe-inline'")
  }
})

test('plain `next start` behind HTTPS sends HSTS @once', async ({ plain }) => {
  const secure = { 'x-forwarded-proto': 'https' }
  expect((await headersOf(plain.origin, '/', secure))['strict-transport-security']).toEqual(['max-age=63072000'])
  expect((await headersOf(plain.origin, '/'))['strict-transport-security']).toBeUndefined()
  // The server believes its own origin alone.
  expect((await headersOf(origin(), '/', secure))['strict-transport-security']).toBeUndefined()
})
