import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } }

const answer = 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))'

/** Replaces Next by a module that prints its arguments. */
const preload = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => name === 'next/dist/bin/next'
  ? { url: 'data:text/javascript,${answer}', shortCircuit: true } : next(name, context) })`

/** Arguments and environment of Next in `npm run dev`. */
function started(env: Record<string, string>) {
  const [program, ...args] = scripts.dev.split(' ')
  expect(program).toBe('node')
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const options = { env: { NODE_ENV: 'test', ...env }, encoding: 'utf8' } as const
  const printed: unknown = JSON.parse(execFileSync(process.execPath, [...flags, ...args], options))
  return printed as { args: string[]; env: Record<string, string> }
}

test('needs no settings, and accepts only local connections', () => {
  const { args, env } = started({})
  expect(args).toEqual(['dev', '-H', 'localhost'])
  expect(readEnv(env)).toMatchObject({ deployment: 'local', siteOrigin: 'http://localhost:3000' })
})

test('does not use the local stack’s data', () => {
  expect(started({}).env.DATA_DIR).toBe('.cache/dev')
  expect(started({ DATA_DIR: 'elsewhere' }).env.DATA_DIR).toBe('elsewhere')
})
