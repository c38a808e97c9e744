import { describe, expect, test } from 'vitest'
import { ownOriginOf, readEnv } from '@/lib/env'

const read = (value: string) => readEnv({ SITE_ORIGIN: 'https://site.run.app', PREVIEW_HOSTS: value })

test.each([
  ['*.run.app', ['*.run.app']],
  [' *.Run.App , try.example.org. ', ['*.run.app', 'try.example.org']],
  ['*.bücher.example', ['*.xn--bcher-kva.example']],
  ['', []],
])('accepts "%s"', (value, hosts) => {
  expect(read(value).previewHosts).toEqual(hosts)
})

test.each(['*', '*.', '*.com', '*.co.uk', '*.com.'])('rejects "%s" as too wide', (value) => {
  expect(() => read(value)).toThrow(/PREVIEW_HOSTS has .* too wide/)
})

test.each([
  'localhost',
  'https://site.run.app',
  'site.run.app:443',
  'site.*.app',
  '**.run.app',
  '.run.app',
  'a..run.app',
  '*.10.0.0.1',
  'run.app/path',
  'a b.run.app',
  '*.-run.app',
])('rejects "%s"', (value) => {
  expect(() => read(value)).toThrow(/PREVIEW_HOSTS has/)
})

test('gives a preview host the mode and bucket of beta', () => {
  expect(read('*.run.app').mode).toBe('beta')
  expect(read('*.hosted.app').mode).toBe('none')
})

describe('the own origin of an address', () => {
  const under = (source: Record<string, string>, address: string) =>
    ownOriginOf(address, readEnv({ PREVIEW_HOSTS: '*.run.app', ...source }))
  const beta = { SITE_ORIGIN: 'https://site.run.app' }

  test.each([
    ['https://other.run.app/pricing/thankyou/', 'https://other.run.app'],
    ['http://other.run.app/', 'https://site.run.app'],
    ['https://other.run.app:8443/', 'https://site.run.app'],
    ['https://evilrun.app/', 'https://site.run.app'],
    ['https://other.run.app@evil.example/', 'https://site.run.app'],
    ['no address', 'https://site.run.app'],
  ])('of %s in beta is %s', (address, origin) => {
    expect(under(beta, address)).toBe(origin)
  })

  test('is only SITE_ORIGIN in production', () => {
    const prod = { SITE_ORIGIN: 'https://unhurried.example' }
    expect(under(prod, 'https://other.run.app/')).toBe('https://unhurried.example')
  })
})
