import { page, htmlHeaders, startSite, whole } from './site-under-test'
import { type RequestListener } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { log } from '@/lib/server/observability/log'

test('logs an unknown host once, and names the settings', async () => {
  const warn = vi.mocked(log().warn)
  warn.mockClear()
  const send = await startSite(whole)
  for (const host of ['wrong.example', 'WRONG.example', 'wrong.example:80', 'localhost:3000', '10.0.0.1', '[::1]:3000'])
    await send('/auth', { host })
  await send('/icons/apple.svg', { host: 'other.example' })
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([{ host: 'wrong.example' }, { host: '10.0.0.1' }])
  expect(String(warn.mock.calls[0]?.[1])).toMatch(/SITE_HOST.*STAGING_HOST/)
})

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
