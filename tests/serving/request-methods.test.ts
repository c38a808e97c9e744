import { startSite, whole } from './site-under-test'
import { expect, test } from 'vitest'

test('answers HEAD with the headers of GET and no body', async () => {
  const methods: (string | undefined)[] = []
  const send = await startSite((request, response) => {
    methods.push(request.method)
    whole(request, response)
  })
  const got = await send('/')
  const headed = await send('/', {}, 'HEAD')
  const undated = { date: undefined }
  expect({ ...headed.headers, ...undated }).toEqual({ ...got.headers, ...undated })
  expect(headed.body.byteLength).toBe(0)
  expect(methods).toEqual(['GET', 'GET'])
  await send('/api/users', {}, 'HEAD')
  expect(methods.at(-1)).toBe('HEAD')
})

test('refuses unknown methods', async () => {
  const method = 'PURGE'
  const handled: (string | undefined)[] = []
  const send = await startSite((request, response) => {
    handled.push(request.url)
    response.end()
  })
  for (const path of ['/', '/v0/x', '/robots.txt']) {
    const { status, headers } = await send(path, {}, method)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  }
  expect(handled).toEqual([])
})

test.each([
  ['TRACE', '/api/health', 'PUT /api/health'],
  ['GET', '/api/%FF', 'GET /api/-'],
  ['GET', '/api/%C3%A9', 'GET /api/%C3%A9'],
])('leaves %s %s to the API', async (method, path, handled) => {
  const send = await startSite((request, response) => response.end(`${request.method} ${request.url}`))
  expect((await send(path, {}, method)).body.toString()).toBe(handled)
})

test('refuses writes to pages, but not to the API or proxied pages', async () => {
  const send = await startSite((request, response) => response.end(request.method))
  for (const method of ['POST', 'DELETE']) {
    for (const path of ['/', '/og/home.png', '/_next/image', '/apis', '/v0/']) {
      const { status, headers } = await send(path, {}, method)
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET, HEAD'])
    }
    for (const path of ['/api/plans', '/api', '/v0/b/pictures', '/__/auth/handler'])
      expect((await send(path, {}, method)).body.toString()).toBe(method)
  }
})
