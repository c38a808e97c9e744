import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { complete, missing, type Lock } from '@/tests/setup/lockfile'

test('contains every optional package for all platforms', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  expect(missing(lock), 'run: npm run lock').toEqual([])
})

test('finds and fills a gap, next to another version if present', () => {
  const lock: Lock = {
    packages: {
      'node_modules/tool': {
        version: '2.0.0',
        optionalDependencies: { '@tool/darwin-arm64': '2.0.0', '@tool/linux-x64': '2.0.0' },
      },
      'node_modules/@tool/linux-x64': { version: '2.0.0' },
      'node_modules/other': { version: '1.0.0', optionalDependencies: { '@tool/darwin-x64': '^1.0.0' } },
    },
  }
  expect(missing(lock).map(({ name }) => name)).toEqual(['@tool/darwin-arm64', '@tool/darwin-x64'])
  expect(complete(lock)).toBe(2)
  expect(missing(lock)).toEqual([])
  expect(lock.packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '2.0.0',
    optional: true,
    os: ['darwin'],
    cpu: ['arm64'],
  })
})
