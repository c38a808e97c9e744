import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readBlogEnv } from '@/lib/env'
import { buildEnvironment, sourceDigest } from '@/local/build'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const folder = temporaryFolder('sources')

const write = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  write('app/page.tsx', 'page')
  write('lib/site.ts', 'site')
  write('package-lock.json', '{}')
  write('README.md', 'words')
})

test('gives the same sources the same digest', () => {
  expect(sourceDigest(folder, {})).toBe(sourceDigest(folder, {}))
})

test.each([
  ['a changed source', () => write('app/page.tsx', 'other')],
  ['a new file', () => write('components/new.tsx', '')],
  ['a renamed file', () => (rmSync(join(folder, 'lib/site.ts')), write('lib/place.ts', 'site'))],
  ['a changed dependency', () => write('package-lock.json', '{"a":1}')],
  ['a post', () => write('content/posts/new.md', 'words')],
])('builds after %s', (_, change) => {
  const before = sourceDigest(folder, {})
  change()
  expect(sourceDigest(folder, {})).not.toBe(before)
})

test('builds for a changed build host, but not for a port', () => {
  const before = sourceDigest(folder, {})
  expect(sourceDigest(folder, { SITE_HOST: 'other.example' })).not.toBe(before)
  write('README.md', 'other words')
  expect(sourceDigest(folder, { PORT: '3100', DATA_DIR: 'elsewhere' })).toBe(before)
})

test('does not build for another source of posts', () => {
  const notion = { BLOG_SOURCE: 'notion', NOTION_DATABASE_ID: 'one', NOTION_TOKEN: 'own', BLOG_FOLDER: 'elsewhere' }
  expect(sourceDigest(folder, notion)).toBe(sourceDigest(folder, {}))
  const environment = buildEnvironment({ ...notion, SITE_HOST: 'other.example' })
  expect(readBlogEnv(environment)).toEqual(readBlogEnv({}))
  expect(environment).toMatchObject({ SITE_HOST: 'other.example' })
})
