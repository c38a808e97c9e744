import { closedPolicy, pageScript, page, htmlHeaders, startSite, whole } from './site-under-test'
import { type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { hashSource } from '@/server/csp'

const streamed: RequestListener = (_, response) => {
  response.writeHead(200, 'OK', Object.entries(htmlHeaders).flat())
  response.flushHeaders()
  const text = page('a')
  response.write(text.slice(0, 40))
  setTimeout(() => {
    response.write(Buffer.from(text.slice(40)), () => response.end())
  }, 5)
}
const byProperty: RequestListener = (_, response) => {
  response.statusCode = 200
  response.setHeader('content-type', 'text/html')
  response.end(page('a'), 'utf8')
}

test.each([
  ['at once', whole],
  ['in parts', streamed],
  ['by its properties', byProperty],
])('allows the scripts of a page that is written %s', async (_, next) => {
  const { status, headers, body } = await (await startSite(next))('/')
  expect(status).toBe(200)
  expect(body.toString()).toBe(page('a'))
  expect(headers['content-length']).toBe(String(body.byteLength))
  expect(headers['content-security-policy']).toContain(hashSource(pageScript))
  expect(headers['content-security-policy']).not.toContain(closedPolicy)
})

test('every answer has the security headers, and HSTS over HTTPS', async () => {
  const json: RequestListener = (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  for (const [path, next] of [
    ['/', whole],
    ['/api/health', json],
  ] as const) {
    const { headers } = await (await startSite(next))(path)
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  }
  const local = await (await startSite(whole, { DEPLOYMENT: 'local', SITE_ORIGIN: 'http://localhost:3000' }))('/')
  expect(local.headers['strict-transport-security']).toBeUndefined()
})

test.each([
  ['application/json', closedPolicy],
  ['image/svg+xml', undefined],
])('sends %s with the policy %s', async (type, policy) => {
  const send = await startSite((_, response) => response.writeHead(200, { 'Content-Type': type }).end('x'))
  expect((await send('/x')).headers['content-security-policy']).toBe(policy)
})

test.each(['/__/auth/handler', '/v0/b/x'])('leaves proxied identity pages without our policy: %s', async (path) => {
  const { headers } = await (await startSite(whole))(path)
  expect(headers['content-security-policy']).toBeUndefined()
  expect(headers['cross-origin-opener-policy']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each(['/__/../auth', '/v0/%2e%2e/auth', '/__/%2E./', '/v0'])(
  'treats %s as a page, not as a proxied address',
  async (path) => {
    const { headers } = await (await startSite(whole))(path)
    expect(headers['content-security-policy']).toContain(hashSource(pageScript))
  },
)

test('sends the closed policy for a page too large to buffer', async () => {
  const part = 'x'.repeat(1024 * 1024)
  const send = await startSite((_, response) => {
    response.writeHead(200, htmlHeaders)
    for (let n = 0; n < 20; n++) response.write(part)
    response.end()
  })
  const { headers, body } = await send('/')
  expect(body.byteLength).toBe(20 * part.length)
  expect(headers['content-security-policy']).toBe(closedPolicy)
})
