import { htmlHeaders, cleanups, startSite, cachedHeaders } from './site-under-test'
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { shared } from '@/lib/process-state'
import { builtFolder } from './built-folder'

const bootScript = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})'
const pageWithData = (text: string) =>
  '<!DOCTYPE html><html><head><script src="/_next/static/chunks/a.js" async=""></script></head><body>' +
  `<p>${text}</p><script id="_R_">${bootScript}</script><script>self.__next_f.push([1,"${text}"])</script></body></html>`

const dataAddress = /"data":"([^"]+)"/

test('defers scripts of pages for reading, and serves their data', async () => {
  const send = await startSite(
    (_, response) => response.writeHead(200, cachedHeaders).end(pageWithData('calm')),
    {},
    builtFolder,
  )
  const { body } = await send('/faq')
  expect(body.toString()).not.toContain('async')
  const address = dataAddress.exec(body.toString())?.[1] ?? ''
  const data = await send(address)
  expect(data.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(JSON.parse(data.body.toString())).toEqual({ first: bootScript, flight: [[1, 'calm']] })
  expect((await send('/auth')).body.toString()).toBe(pageWithData('calm'))
})

test('renders the referring page for data of another process', async () => {
  const first = await startSite(
    (_, response) => response.writeHead(200, cachedHeaders).end(pageWithData('calm')),
    {},
    builtFolder,
  )
  const address = dataAddress.exec((await first('/faq')).body.toString())?.[1] ?? ''
  const requestedUrls: (string | undefined)[] = []
  const other = await startSite(
    ({ url }, response) => {
      requestedUrls.push(url)
      if (url === '/faq' || url === '/about')
        response.writeHead(200, cachedHeaders).end(pageWithData(url === '/faq' ? 'calm' : 'other'))
      else response.writeHead(404, { 'Cache-Control': 'no-store' }).end()
    },
    {},
    builtFolder,
  )
  const from = async (referer: string) => {
    requestedUrls.length = 0
    const { status } = await other(address, { referer, host: 'unhurried.example' })
    return [status, ...requestedUrls]
  }
  expect(await from('https://unhurried.example/about')).toEqual([404, '/about'])
  for (const referer of [
    'https://elsewhere.example/faq',
    'https://unhurried.example/api/health',
    'https://unhurried.example/auth',
    'nonsense',
  ])
    expect(await from(referer)).toEqual([404])
  expect(await from('https://unhurried.example/faq')).toEqual([200, '/faq'])
  const gone = await other('/_next/static/pages/unknown.json')
  expect([gone.status, gone.headers['cache-control']]).toEqual([404, 'no-store'])
})

test('serves its own order of another process’s data', async () => {
  const rows = (first: string, second: string) => (text: string) =>
    pageWithData(text).replace(
      /<script>self.*/,
      `<script>self.__next_f.push([1,"${first}${second}"])</script></body></html>`,
    )
  const answer = (write: (text: string) => string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, cachedHeaders).end(write('calm'))
  const one = await startSite(answer(rows('1:a', '2:b')), {}, builtFolder)
  const other = await startSite(answer(rows('2:b', '1:a')), {}, builtFolder)
  const address = dataAddress.exec((await one('/faq')).body.toString())?.[1] ?? ''
  const own = dataAddress.exec((await other('/faq')).body.toString())?.[1] ?? ''
  expect(own).not.toBe(address)
  const found = await other(address, { referer: 'https://unhurried.example/faq', host: 'unhurried.example' })
  expect([found.status, found.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(JSON.parse(found.body.toString())).toEqual({ first: bootScript, flight: [[1, '2:b1:a']] })
})

test('stores public pages’ data once a day', async () => {
  const stored: [address: string, text: string][] = []
  cleanups.push(() => delete shared.storePageData)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const send = await startSite(
      ({ url = '' }, response) =>
        response
          .writeHead(
            url === '/no?uncached' ? 404 : 200,
            url === '/draft?uncached' ? { ...htmlHeaders, 'Cache-Control': 'no-store' } : cachedHeaders,
          )
          .end(pageWithData(url)),
      {},
      builtFolder,
    )
    const addressOf = async (path: string) =>
      dataAddress.exec((await send(`${path}?uncached`)).body.toString())?.[1] ?? ''
    const dataOf = (text: string) => JSON.stringify({ first: bootScript, flight: [[1, text]] })
    const early = await addressOf('/early')
    shared.storePageData = async (address, body) => void stored.push([address, String(body)])
    for (const path of ['/no', '/draft', '/early', '/early']) await addressOf(path)
    expect(stored).toEqual([[early, dataOf('/early?uncached')]])
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
    await addressOf('/early')
    expect(stored).toHaveLength(2)
    const failing = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('The store is away.'))
    shared.storePageData = failing
    await addressOf('/other')
    await addressOf('/other')
    expect(failing, 'tries again').toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

test('does not let the data of a draft be cached', async () => {
  const draft = { ...htmlHeaders, 'Cache-Control': 'private, no-store' }
  const send = await startSite(
    (_, response) => response.writeHead(200, draft).end(pageWithData('draft')),
    {},
    builtFolder,
  )
  const address = dataAddress.exec((await send('/blog/x')).body.toString())?.[1] ?? ''
  expect((await send(address)).headers['cache-control']).toBe('private, no-store')
})
