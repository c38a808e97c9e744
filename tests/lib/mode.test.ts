import { expect, test } from 'vitest'
import { modeOf } from '@/lib/mode'

test.each([
  ['localhost', 'beta'],
  ['127.0.0.1', 'beta'],
  ['::1', 'beta'],
  ['staging.unhurried.example', 'beta'],
  ['unhurried.example', 'prod'],
  ['www.unhurried.example', 'prod'],
  ['unhurried.example.', 'prod'],
  ['UNHURRIED.example:443', 'prod'],
  ['unhurried.example.evil.example', 'none'],
  ['evilunhurried.example', 'none'],
  ['', 'none'],
])('gives %s the mode %s', (host, mode) => {
  expect(modeOf(host)).toBe(mode)
})

const previews = ['*.preview.example', 'try.example.org', '*.xn--bcher-kva.example']

test.each([
  ['site-abc-uc.a.preview.example', 'beta'],
  ['try.example.org', 'beta'],
  ['preview.example', 'none'],
  ['evilpreview.example', 'none'],
  ['site.preview.example.evil.example', 'none'],
  ['www.try.example.org', 'none'],
])('with PREVIEW_HOSTS, gives %s the mode %s', (host, mode) => {
  expect(modeOf(host, undefined, previews)).toBe(mode)
})

test('reads the hosts from the environment', () => {
  const hosts = { main: 'calm.example', staging: 'try.calm.example' }
  expect(modeOf('calm.example', hosts)).toBe('prod')
  expect(modeOf('try.calm.example', hosts)).toBe('beta')
  expect(modeOf('unhurried.example', hosts)).toBe('none')
})
