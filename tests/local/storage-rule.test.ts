import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAllowed } from '@/local/storage-rule'

const token = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`
const own = '/b/bucket/o/users/ada/profilePicture.png'
const picture = (size: number, contentType = 'image/png') => ({ after: { size, contentType } })
const megabytes = 1024 * 1024

test.each([
  ['the owner reads', { method: 'get', path: own, token: token('ada') }, true],
  ['another does not read', { method: 'get', path: own, token: token('eve') }, false],
  ['denies reading to an anonymous caller', { method: 'get', path: own }, false],
  ['the owner lists their folder', { method: 'list', path: '/b/bucket/o/users/ada', token: token('ada') }, true],
  [
    'denies listing another user’s folder',
    { method: 'list', path: '/b/bucket/o/users/ada', token: token('eve') },
    false,
  ],
  ['denies listing without a token', { method: 'list', path: '/b/bucket/o/users/ada' }, false],
  ['denies listing all folders', { method: 'list', path: '/b/bucket/o/users', token: token('ada') }, false],
  ['the owner writes', { method: 'create', path: own, token: token('ada'), file: picture(9) }, true],
  ['the owner writes over', { method: 'update', path: own, token: token('ada'), file: picture(9) }, true],
  [
    'denies another type than the name’s',
    { method: 'update', path: own, token: token('ada'), file: picture(9, 'image/jpeg') },
    false,
  ],
  ['the owner deletes', { method: 'delete', path: own, token: token('ada') }, true],
  ['another does not write', { method: 'create', path: own, token: token('eve'), file: picture(9) }, false],
  ['another does not delete', { method: 'delete', path: own, token: token('eve') }, false],
  ['denies writing to an anonymous caller', { method: 'create', path: own, file: picture(9) }, false],
  ['5 MiB is not too much', { method: 'create', path: own, token: token('ada'), file: picture(5 * megabytes) }, true],
  ['a byte more is', { method: 'create', path: own, token: token('ada'), file: picture(5 * megabytes + 1) }, false],
  [
    'no script in a picture',
    { method: 'create', path: own, token: token('ada'), file: picture(9, 'image/svg+xml') },
    false,
  ],
  [
    'no other file',
    { method: 'create', path: '/b/bucket/o/users/ada/other.png', token: token('ada'), file: picture(9) },
    false,
  ],
  [
    'no folder below',
    { method: 'create', path: '/b/bucket/o/users/ada/x/profilePicture.png', token: token('ada'), file: picture(9) },
    false,
  ],
  ['a broken token', { method: 'create', path: own, token: 'x', file: picture(9) }, false],
])('%s', (_, request, permitted) => {
  expect(isAllowed(request)).toBe(permitted)
})

test('agrees with storage.rules', () => {
  const rules = readFileSync('storage.rules', 'utf8')
  expect(rules).toContain('match /users/{uid}/profilePicture.png')
  expect(rules).not.toContain('if true')
  expect(rules).toContain('5 * 1024 * 1024')
  expect(rules).toContain("contentType == 'image/png'")
})
