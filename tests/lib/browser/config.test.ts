import { afterEach, expect, test, vi } from 'vitest'
import { apiBase } from '@/lib/browser/config'

test.each([
  ['localhost', '/api'],
  ['staging.unhurried.example', '/api'],
  ['unhurried.example', '/api'],
  ['unhurried.example.evil.test', null],
  ['other.example', null],
])('from %s, calls %s', (host, base) => {
  expect(apiBase(host)).toBe(base)
})

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['site-abc.a.preview.example', '/api'],
  ['evilpreview.example', null],
])('from %s, calls %s if the page names *.preview.example', (host, base) => {
  vi.stubGlobal('document', { documentElement: { dataset: { previewHosts: '*.preview.example,try.example.org' } } })
  expect(apiBase(host)).toBe(base)
})
