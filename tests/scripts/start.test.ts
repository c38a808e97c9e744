import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('npm start without a build says what to do, and ends with 1', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const cwd = mkdtempSync(join(tmpdir(), 'unhurried-start-'))
  try {
    const { status, stderr } = spawnSync('sh', ['-c', scripts.start ?? ''], { cwd, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'Nothing is built yet: npm run build\n'])
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
