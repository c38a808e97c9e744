import { pageScript, page, htmlHeaders, startSite } from './site-under-test'
import { expect, test } from 'vitest'
import { errorPagePaths } from '@/lib/site'
import { log } from '@/lib/server/observability/log'
import { hashSource } from '@/server/csp'

const shell = '<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>'

test('replaces an empty error shell with a readable page', async () => {
  const send = await startSite((request, response) => {
    if (request.url === errorPagePaths.missing)
      return void response.writeHead(404, htmlHeaders).end(page('nothing here'))
    if (request.url === `/pt-br${errorPagePaths.missing}`)
      return void response.writeHead(404, htmlHeaders).end(page('nada aqui'))
    if (request.url === errorPagePaths.failed) return void response.writeHead(200, htmlHeaders).end(page('our mistake'))
    response.writeHead(request.url?.endsWith('/gone') ? 404 : 500, htmlHeaders).end(shell)
  })
  const gone = await send('/gone')
  expect([gone.status, gone.body.toString()]).toEqual([404, page('nothing here')])
  expect((await send('/pt-br/gone')).body.toString()).toEqual(page('nada aqui'))
  const broken = await send('/broken')
  expect([broken.status, broken.body.toString()]).toEqual([500, page('our mistake')])
  expect(broken.headers['content-security-policy']).toContain(hashSource(pageScript))
})

test('sends a plain page if the error page fails, too', async () => {
  const send = await startSite((_, response) => response.writeHead(500, htmlHeaders).end(shell))
  const { status, body } = await send('/broken')
  expect(status).toBe(500)
  expect(body.toString()).toContain('Something went wrong on our side.')
  expect((await send('/ar/broken')).body.toString()).toMatch(/lang="ar" dir="rtl".*<a href="\/ar">/s)
})

test('sends an uncacheable error page if Next throws', async () => {
  const send = await startSite(() => {
    throw new Error('no')
  })
  const { status, headers, body } = await send('/')
  expect(status).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(log().error).toHaveBeenCalledOnce()
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(body.toString()).toContain('Something went wrong on our side.')
})
