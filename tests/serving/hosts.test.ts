import { page, htmlHeaders, startSite } from './site-under-test'
import { type RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'

describe('the alternate host', () => {
  const next: RequestListener = (_, response) => void response.writeHead(200, htmlHeaders).end(page('here'))

  test.each([
    ['https://unhurried.example', 'www.unhurried.example'],
    ['https://www.unhurried.example', 'unhurried.example'],
  ])('redirects a page of %s from %s', async (origin, host) => {
    const get = await startSite(next, { SITE_ORIGIN: origin })
    const { status, headers } = await get('/pricing/start?c=true', { host })
    expect([status, headers.location]).toEqual([308, `${origin}/pricing/start?c=true`])
    expect((await get('/robots.txt', { host })).status).toBe(200)
    expect((await get('/blog', { host: 'elsewhere.example' })).headers.location).toBeUndefined()
    expect((await get('/blog', { host: new URL(origin).host })).status).toBe(200)
  })

  test('does not exist for IP addresses and localhost', async () => {
    const origin = 'http://127.0.0.1:3000'
    const get = await startSite(next, { SITE_ORIGIN: origin })
    expect((await get('/', { host: `www.${new URL(origin).host}` })).status).toBe(200)
  })
})
