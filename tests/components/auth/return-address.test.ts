import { expect, test } from 'vitest'
import { returnAddress } from '@/components/auth/return-address'

const origin = 'https://unhurried.example'
const usual = `${origin}/pricing/start/?c=true`

test.each([
  ['/profile', `${origin}/profile`],
  ['/pricing/thankyou/', `${origin}/pricing/thankyou/`],
  ['/blog?page=2#top', `${origin}/blog?page=2#top`],
  [`${origin}/features`, `${origin}/features`],
  ['https://UNHURRIED.example/features', `${origin}/features`],
  // A path that looks like a host stays a path of ours, because the answer is absolute.
  ['/.//evil.test', `${origin}//evil.test`],
  ['/%2f%2fevil.test', `${origin}/%2f%2fevil.test`],
])('%s is on this origin', (asked, address) => {
  expect(returnAddress(asked, origin)).toBe(address)
})

test.each([
  null,
  undefined,
  '',
  '//evil.test',
  '///evil.test',
  '////evil.test/x',
  'https://evil.test',
  'https:evil.test',
  'https:/evil.test',
  'http://unhurried.example/',
  'https://unhurried.example:8443/',
  'https://unhurried.example.evil.test/',
  'https://unhurried.example@evil.test/',
  'https://user:pass@unhurried.example/',
  'https://user@unhurried.example/',
  'user:pass@evil.test',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://unhurried.example/x',
  'file:///etc/passwd',
  'about:blank',
  '\\\\evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\r\n/evil.test',
  '/\u00a0/evil.test\u0085',
  '/ok\u2028',
  'https://[::1',
  'http://',
  '/auth',
  '/auth/?mode=select',
])('%j is not: the usual address', (asked) => {
  expect(returnAddress(asked, origin)).toBe(usual)
})
