import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
afterAll(() => standIns.close())

test('previews every email with sample data', async () => {
  const text = await (await fetch(`${standIns.base}/inbox/previews`)).text()
  for (const subject of ['Your Unhurried plan has started', 'Sign in to Unhurried', 'Contact form: Ada'])
    expect(text).toContain(`<h2>${subject}</h2>`)
  expect(text).toMatch(/<iframe sandbox title="Your Unhurried plan has started" srcdoc="&lt;!doctype html&gt;/)
  expect(text).not.toMatch(/undefined|NaN|Invalid Date/)
})

describe('the origin of a change', () => {
  // Node's fetch omits these headers, as browsers do.
  const send = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const { hostname, port } = new URL(standIns.base)
      const sent = request({ hostname, port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.end(method === 'POST' ? '{"vendor":"notion","times":0}' : '')
    })
  const json = { 'content-type': 'application/json' }

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a hidden origin', { origin: 'null' }],
  ])('rejects %s', async (_, headers) => {
    for (const path of [
      '/faults',
      '/FAULTS/',
      '/stripe/control/settle',
      '/chargebee/control/x',
      '/notion/control/edit',
    ])
      expect([path, await send('POST', path, { ...json, ...headers })]).toEqual([path, 403])
    expect(await send('DELETE', '/requests', headers)).toBe(403)
  })

  test.each<[string, Record<string, string>]>([
    ['the stand-ins’ origin', { origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' }],
    ['the site’s', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['a numeric host', { origin: 'http://127.0.0.1:3000' }],
    ['nobody’s', {}],
  ])('accepts %s', async (_, headers) => {
    expect(await send('POST', '/faults', { ...json, ...headers })).toBe(200)
    expect(await send('DELETE', '/requests', headers)).toBe(200)
  })
})
