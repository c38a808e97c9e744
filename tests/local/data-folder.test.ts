import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { FolderInUse } from '@/lib/file-lock'
import { FolderUnusable, lockDataFolder } from '@/local/data-folder'
import { root } from '@/local/project'
import { seed } from '@/local/seed'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const folder = temporaryFolder('data')

const file = join(folder, 'file')
writeFileSync(file, 'words')

test('creates and locks a folder', async () => {
  const lock = await lockDataFolder(join(folder, 'new', 'one'), '')
  await expect(lockDataFolder(join(folder, 'new', 'one'), '')).rejects.toBeInstanceOf(FolderInUse)
  lock.release()
})

test.each([
  ['a file', file, 'a file is in its place'],
  ['beneath a file', join(file, 'data'), 'a file is in its place'],
])('rejects %s as a folder', async (_, dir, because) => {
  const refusal = lockDataFolder(dir, '')
  await expect(refusal).rejects.toBeInstanceOf(FolderUnusable)
  await expect(refusal).rejects.toThrow(`The folder ${dir} cannot be used: ${because}. Choose another with DATA_DIR.`)
})

test('reports a folder with an invalid lock', async () => {
  const dir = join(folder, 'odd')
  mkdirSync(join(dir, 'stack.db'), { recursive: true })
  await expect(lockDataFolder(dir, '')).rejects.toThrow(`The folder ${dir} cannot be used: `)
})

test('ends the stack with only that message', async () => {
  const stack = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: file },
  })
  let output = ''
  for (const stream of [stack.stdout, stack.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const code = await new Promise<number | null>((resolve) => stack.once('close', resolve))
  expect([code, output]).toEqual([
    1,
    `The folder ${file} cannot be used: a file is in its place. Choose another with DATA_DIR.\n`,
  ])
})

test('reports unreadable demo accounts, and continues', async () => {
  writeFileSync(join(folder, 'demo.json'), '{"made":')
  const env = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1', STRIPE_API_BASE: 'http://127.0.0.1:1' }
  const say = vi.fn()
  const lines = await seed({ env, dataDir: folder, say })
  expect(lines).toEqual([expect.stringContaining(join(folder, 'demo.json'))])
  expect(say).not.toHaveBeenCalled()
})
