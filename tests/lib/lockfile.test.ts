import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missing, type Lock } from '@/tests/setup/lockfile'

test('contains every optional package for all platforms', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  expect(missing(lock), 'run: npm run lock').toEqual([])
})
