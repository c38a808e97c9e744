import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

test('explains npm start without a build, and exits with 1', () => {
  const cwd = temporaryFolder('start')
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/start.mjs')], { cwd, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'Nothing is built yet: npm run build\n'])
})
