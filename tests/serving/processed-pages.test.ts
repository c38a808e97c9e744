import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { hashSource } from '@/server/csp'
import { processedPages } from '@/server/html/processed-pages'

const page = (n: number, bytes: number) =>
  Buffer.from(`<!DOCTYPE html><html><body><script>bad(${n})</script>${'x'.repeat(bytes)}</body></html>`)

function cache(maxSize?: number) {
  const refused: string[] = []
  const pages = processedPages({
    allowedScripts: new Set(),
    sheets: () => null,
    sizeOf: () => 0,
    onRefused: (text) => refused.push(text),
    maxSize,
  })
  return { read: (body: Buffer) => pages.get(body, { isDeferred: true, isPublic: true }), pages, refused }
}

test('reads an unchanged page once', () => {
  const { read, refused } = cache()
  expect(read(page(1, 10))).toBe(read(page(1, 10)))
  expect(read(page(2, 10))).not.toBe(read(page(1, 10)))
  expect(refused).toEqual(['bad(1)', 'bad(2)'])
})

test('evicts the oldest pages beyond the limit', () => {
  const { read, refused } = cache(100_000)
  for (let n = 0; n < 50; n++) read(page(n, 10_000))
  refused.length = 0
  for (let n = 0; n < 50; n++) read(page(n, 10_000))
  expect(refused).toHaveLength(50)
  refused.length = 0
  read(page(49, 10_000))
  expect(refused, 'the newest is still there').toEqual([])
})

test('sends a page that is too large for the cache', async () => {
  const { read } = cache(1000)
  expect((await read(page(1, 10_000)).encode('identity')).byteLength).toBe(page(1, 10_000).byteLength)
})

test('sends a fast encoding first, and the smallest later', async () => {
  const words = Array.from({ length: 5000 }, (_, n) => `word${(n * 7919) % 1000}`).join(' ')
  const body = Buffer.from(`<!DOCTYPE html><html><body><p>${words}</p></body></html>`)
  const { read } = cache()
  const first = await read(body).encode('br')
  expect(brotliDecompressSync(first)).toEqual(body)
  await vi.waitFor(async () => expect((await read(body).encode('br')).byteLength).toBeLessThan(first.byteLength))
  expect(brotliDecompressSync(await read(body).encode('br'))).toEqual(body)
  expect(gunzipSync(await read(body).encode('gzip'))).toEqual(body)
})

const firstWords = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})'

/** A page as Next writes it, with an injected script. */
const whole = Buffer.from(
  '<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body><p>calm</p>' +
    '<script>bad()</script>' +
    `<script id="_R_">${firstWords}</script><script>self.__next_f.push([1,"calm"])</script></body></html>`,
)

test('defers the scripts of a page and reports one that is not allowed', () => {
  const refused: string[] = []
  const pages = processedPages({
    allowedScripts: new Set([hashSource(firstWords)]),
    sheets: () => null,
    sizeOf: () => 0,
    onRefused: (text) => refused.push(text),
  })
  const { dataAddress: address } = pages.get(whole, { isDeferred: true, isPublic: true })
  expect(address).toMatch(/^\/_next\/static\/pages\//)
  expect(pages.data(address ?? '')).not.toBeNull()
  expect(refused).toEqual(['bad()'])
})

test('keeps data public if the page is also rendered privately', () => {
  for (const order of [
    [true, false],
    [false, true],
  ]) {
    const pages = processedPages({
      allowedScripts: new Set([hashSource(firstWords)]),
      sheets: () => null,
      sizeOf: () => 0,
      onRefused: () => {},
    })
    const [first, second] = order.map((isPublic) => pages.get(whole, { isDeferred: true, isPublic }).dataAddress ?? '')
    expect(first).toMatch(/json$/)
    expect(second).toBe(first)
    expect(pages.data(first ?? '')?.isPublic).toBe(true)
  }
})
