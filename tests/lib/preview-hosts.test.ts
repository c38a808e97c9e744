import { describe, expect, test } from 'vitest'
import { ownOriginOf, readEnv } from '@/lib/env'

const read = (value: string) => readEnv({ SITE_ORIGIN: 'https://site.preview.example', PREVIEW_HOSTS: value })

test.each([
  ['*.site.vercel.app', ['*.site.vercel.app']],
  [' *.Preview.Example , try.example.org. ', ['*.preview.example', 'try.example.org']],
  ['*.bücher.example', ['*.xn--bcher-kva.example']],
])('accepts "%s"', (value, hosts) => {
  expect(read(value).previewHosts).toEqual(hosts)
})

test.each(['*.com', '*.Vercel.App', '*.europe-west4.hosted.app'])(
  'rejects "%s", where strangers get hosts',
  (value) => {
    expect(() => read(value)).toThrow(/PREVIEW_HOSTS has .* too wide/)
  },
)

test.each(['*', '127.0.0.1', 'https://site.preview.example', 'site.*.app', '*.10.0.0.1'])('rejects "%s"', (value) => {
  expect(() => read(value)).toThrow(/PREVIEW_HOSTS has/)
})

test('gives a preview host the mode and bucket of beta', () => {
  expect(read('*.preview.example').mode).toBe('beta')
  expect(read('*.elsewhere.example').mode).toBe('none')
})

describe('the own origin of an address', () => {
  const under = (source: Record<string, string>, address: string) =>
    ownOriginOf(address, readEnv({ PREVIEW_HOSTS: '*.preview.example,*.amazonaws.com', ...source }))
  const beta = { SITE_ORIGIN: 'https://site.preview.example' }

  test.each([
    ['https://other.preview.example/pricing/thankyou/', 'https://other.preview.example'],
    ['http://other.preview.example/', 'https://site.preview.example'],
    ['https://other.preview.example:8443/', 'https://site.preview.example'],
    ['https://other.preview.example@evil.example/', 'https://site.preview.example'],
    ['https://stranger.s3.amazonaws.com/', 'https://site.preview.example'],
  ])('of %s in beta is %s', (address, origin) => {
    expect(under(beta, address)).toBe(origin)
  })

  test('is only SITE_ORIGIN in production', () => {
    const prod = { SITE_ORIGIN: 'https://unhurried.example' }
    expect(under(prod, 'https://other.preview.example/')).toBe('https://unhurried.example')
  })
})
