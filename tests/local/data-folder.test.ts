import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FolderUnusable, lockDataFolder } from '@/local/data-folder'
import { root } from '@/local/project'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const folder = temporaryFolder('data')

const file = join(folder, 'file')
writeFileSync(file, 'words')

test.each([
  ['a file', file, 'a file is in its place'],
  ['beneath a file', join(file, 'data'), 'a file is in its place'],
])('rejects %s as a folder', async (_, dir, because) => {
  const refusal = lockDataFolder(dir, '')
  await expect(refusal).rejects.toBeInstanceOf(FolderUnusable)
  await expect(refusal).rejects.toThrow(`The folder ${dir} cannot be used: ${because}. Choose another with DATA_DIR.`)
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
