import { expect, test } from 'vitest'
import { apiBase } from '@/lib/browser/base'

test.each([
  ['localhost', '/api'],
  ['127.0.0.1', '/api'],
  ['staging.unhurried.example', '/api'],
  ['unhurried.example', '/api'],
  ['www.unhurried.example', '/api'],
  ['unhurried.example.evil.test', null],
  ['other.example', null],
])('%s reaches %s', (host, base) => {
  expect(apiBase(host)).toBe(base)
})
