import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '@/lib/env'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unhurried-dev-'))
  writeFileSync(join(folder, 'next'), '#!/bin/sh\necho "$@"\nenv\n')
  chmodSync(join(folder, 'next'), 0o755)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What Next is started with by `npm run dev`, in an environment of a few variables. */
function started(env: Record<string, string>) {
  const PATH = [folder, process.env.PATH].join(delimiter)
  const options = { env: { NODE_ENV: 'test', ...env, PATH }, encoding: 'utf8' } as const
  const [args, ...lines] = execFileSync('sh', ['-c', scripts.dev], options).split('\n')
  const given = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return { args, env: Object.fromEntries(given) as Record<string, string> }
}

test('development needs no setting, and is reached from this machine alone', () => {
  const { args, env } = started({})
  expect(args).toBe('dev -H localhost')
  expect(readEnv(env)).toMatchObject({ deployment: 'local', siteOrigin: 'http://localhost:3000' })
})

test('it keeps off the data of the local stack, whose folder one process has at a time', () => {
  expect(started({}).env.DATA_DIR).toBe('.cache/dev')
  expect(started({ DATA_DIR: 'elsewhere' }).env.DATA_DIR).toBe('elsewhere')
})
