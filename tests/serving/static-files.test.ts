import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { staticFiles } from '@/server/static-files'

test('has a file’s compressed size, and none for a missing file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'chunks'))
  for (const [name, bytes] of Object.entries({ 'a.js': 100, 'a.js.br': 30, 'a.js.gz': 40, 'b.js': 70 }))
    writeFileSync(join(folder, 'chunks', name), 'x'.repeat(bytes))
  const { sizeOf } = staticFiles({ built: folder, open: '/nonexistent' })
  expect(['a', 'b', 'c'].map((name) => sizeOf(`/_next/static/chunks/${name}.js`))).toEqual([30, 70, 0])
})
