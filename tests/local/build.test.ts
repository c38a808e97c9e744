import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourceDigest } from '@/local/build'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

it('takes a build for fresh until a source changes, whatever types the build wrote', () => {
  const folder = temporaryFolder('build')
  mkdirSync(join(folder, 'messages/en'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, 'messages/en', name), text)
  write('home.json', '{}')
  const built = sourceDigest(folder, {})
  write('home.d.json.ts', 'export default {}')
  expect(sourceDigest(folder, {})).toBe(built)
  write('home.json', '{"title":"Home"}')
  expect(sourceDigest(folder, {})).not.toBe(built)
})
