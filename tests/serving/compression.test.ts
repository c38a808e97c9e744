import { page, startSite, whole } from './site-under-test'
import type { RequestListener } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0', undefined, Buffer.from],
  ['zstd', undefined, Buffer.from],
  ['identity', undefined, Buffer.from],
])('encodes for accept-encoding %s as %s', async (accepts, encoding, decode) => {
  const { headers, body } = await (await startSite(whole))('/', { 'accept-encoding': accepts })
  expect(headers['content-encoding']).toBe(encoding)
  expect(decode(body).toString()).toBe(page('a'))
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(headers['content-length']).toBe(String(body.byteLength))
})

test('compresses only large answers of the API', async () => {
  const answer =
    (size: number): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.flushHeaders()
      response.write(`{"a":"${'x'.repeat(size)}`)
      response.end('"}')
    }
  const small = await (await startSite(answer(10)))('/api/x', { 'accept-encoding': 'gzip' })
  expect(small.headers['content-encoding']).toBeUndefined()
  expect(small.headers['content-length']).toBe(String(small.body.byteLength))
  const large = await (await startSite(answer(5000)))('/api/x', { 'accept-encoding': 'gzip' })
  expect(large.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(large.body).toString()).a).toHaveLength(5000)
})
