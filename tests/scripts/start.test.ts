import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('explains npm start without a build, and exits with 1', () => {
  expect(scripts.start).toBe('node scripts/start.mjs')
  const cwd = temporaryFolder('start')
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/start.mjs')], { cwd, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'Nothing is built yet: npm run build\n'])
})

test.each(Object.entries(scripts))('npm run %s works in every shell', (_, script) => {
  expect(script.replaceAll(/"[^"]*"/g, '')).not.toMatch(/\bexec\b|\brm\b|\bcp\b|(^|\s)\[ |\$|'|;|^\w+=/)
})
