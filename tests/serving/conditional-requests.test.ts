import { page, htmlHeaders, startSite } from './site-under-test'
import { expect, test } from 'vitest'

test('answers 304 with the same policy', async () => {
  const seen: unknown[] = []
  const send = await startSite((request, response) => {
    seen.push(request.headers['if-none-match'])
    response.writeHead(200, { ...htmlHeaders, ETag: '"theirs"' }).end(page('a'))
  })
  const { headers } = await send('/')
  const again = await send('/', { 'if-none-match': String(headers.etag) })
  expect(again.status).toBe(304)
  expect(again.body.byteLength).toBe(0)
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
  expect(again.headers.etag).toBe(headers.etag)
  expect((await send('/', { 'if-none-match': '"theirs"' })).status).toBe(200)
  const reloaded = await send('/', { 'if-none-match': String(headers.etag), 'cache-control': 'no-cache' })
  expect([reloaded.status, reloaded.body.byteLength]).toEqual([304, 0])
  expect((await send('/', { 'if-none-match': '"theirs"', 'cache-control': 'no-cache' })).status).toBe(200)
  expect(seen).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('If-None-Match wins over Cache-Control: no-cache in Next’s answers', async () => {
  const seen: unknown[] = []
  const send = await startSite((request, response) => {
    seen.push(request.headers['cache-control'])
    response.end()
  })
  await send('/sitemap.xml', { 'if-none-match': '"a"', 'cache-control': 'no-cache' })
  await send('/sitemap.xml', { 'if-modified-since': new Date().toUTCString(), 'cache-control': 'no-cache' })
  expect(seen).toEqual([undefined, 'no-cache'])
})

test('sends no entity tag with no-store', async () => {
  const send = await startSite((_, response) =>
    response.writeHead(200, { ...htmlHeaders, 'Cache-Control': 'no-store' }).end(page('a')),
  )
  expect((await send('/')).headers.etag).toBeUndefined()
})
