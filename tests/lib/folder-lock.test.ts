import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { tryLock, FolderInUse, lockFolder } from '@/lib/server/db/file-lock'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

let root: string
let folder: string

beforeEach(() => {
  root = temporaryFolder('lock')
  folder = join(root, 'not', 'there', 'yet')
})

/** Another process that locks the folder and reports it, until it is killed. */
async function holdElsewhere() {
  const program = `
    const { lockFolder } = await import('@/lib/server/db/file-lock')
    await lockFolder(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the holder ended: ${errors}`))),
  ])
  return { child, errors: () => errors }
}

test('refuses a second process until the holder is killed', async () => {
  const { child, errors } = await holdElsewhere()
  try {
    const refusal = await lockFolder(folder).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(FolderInUse)
    expect(String(refusal)).toContain(`${folder} is already in use by another process. Stop that process`)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(errors()).toBe('')
  const lock = await lockFolder(folder)
  lock.release()
})

test('refuses the same process until the lock is released', async () => {
  const first = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('already in use')
  first.release()
  first.release()
  const second = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('already in use')
  second.release()
})

test('allows many shared locks or one exclusive lock', async () => {
  const path = join(root, 'build.db')
  const readers = [tryLock(path, 'shared'), tryLock(path, 'shared')]
  expect(readers).not.toContain(null)
  expect(tryLock(path, 'exclusive')).toBeNull()
  for (const reader of readers) reader?.release()
  const writer = tryLock(path, 'exclusive')
  expect(writer).not.toBeNull()
  expect(tryLock(path, 'shared')).toBeNull()
  writer?.release()
})
