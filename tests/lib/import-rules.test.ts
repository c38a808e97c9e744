import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { importRules } from '@/import-rules'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

/** For each row, a file with a forbidden import and one with an allowed import. */
const cases: [file: string, forbidden: string[], allowed: string[]][] = [
  [
    'app/(site)/faq/page.tsx',
    ['@/lib/server/users/users', '@/lib/server/billing/catalogue', '@/lib/browser/api', '@/lib/env', 'stripe'],
    ['@/components/site/page', '@/lib/content/posts', '@/lib/site'],
  ],
  [
    'app/api/users/get-user/route.ts',
    ['@/components/ui/button', '@/lib/browser/api', 'react', 'next/navigation'],
    ['@/lib/server/users/users', '@/lib/contract/user'],
  ],
  ['app/%5F_/[...path]/route.ts', ['@/components/ui/button'], ['@/lib/server/identity/proxy']],
  ['instrumentation.ts', ['@/lib/server/users/users'], ['@/lib/server/start']],
  [
    'components/pricing/plans.tsx',
    ['@/lib/server/users/users', '@/components/profile/plan', '@/lib/env', '@/lib/content/posts', 'pg'],
    ['@/components/ui/button', '@/lib/browser/api', './own'],
  ],
  [
    'components/site/footer.tsx',
    ['@/lib/server/users/users', '@/lib/env', '@/lib/content/posts', '@/components/pricing/plans', 'pg'],
    ['@/lib/site-settings', '@/lib/pages', '@/lib/content/origin', '@/components/ui/button'],
  ],
  [
    'components/blog/list-page.tsx',
    ['@/lib/content/posts', '@/components/pricing/plans', 'pg'],
    ['@/components/site/page', '@/components/ui/button', './posts-page'],
  ],
  [
    'components/ui/button.tsx',
    ['@/lib/site-settings', '@/components/session/session'],
    ['./own', 'react', '@/lib/score', '@/lib/site'],
  ],
  [
    'lib/browser/api.ts',
    ['@/lib/env', '@/lib/server/users/users', '@/components/ui/button', 'firebaseui'],
    ['@/lib/contract/user', '@/lib/mode', 'axios'],
  ],
  [
    'lib/content/posts.ts',
    ['@/lib/server/users/users', '@/components/ui/button', '@/lib/tokens', 'react'],
    ['@/lib/env', '@/lib/contract/post', '@/lib/score'],
  ],
  [
    'lib/server/http/handle.ts',
    ['@/lib/browser/api', '@/components/ui/button', '@/lib/content/posts', 'react', 'next/navigation', 'client-only'],
    ['@/lib/env', '@/lib/contract/user', 'zod'],
  ],
  [
    'lib/server/users/users.ts',
    ['@/lib/server/billing/plan', '@/lib/process-state'],
    ['@/lib/server/http/errors', './account'],
  ],
  [
    'lib/server/billing/plan.ts',
    ['@/lib/server/users/users', '@/lib/server/users/account'],
    ['@/lib/server/db/client', './provider'],
  ],
  ['lib/site.ts', ['./server/users', './contract/user', '@/lib/server/users/users', 'react'], ['./mode']],
  [
    'lib/env/index.ts',
    ['@/lib/server/users/users', '@/lib/contract/user', 'react'],
    ['@/lib/contract/sign-in', '@/lib/site', './reader'],
  ],
  [
    'components/auth/page/controller.ts',
    ['@/lib/server/users/users', '@/components/profile/plan', 'pg'],
    ['@/components/auth/widget/widget', '@/lib/browser/api', './reducer'],
  ],
  ['lib/contract/user.ts', ['@/lib/mode', 'react', 'axios'], ['@/lib/site', 'zod', './plan']],
  [
    'server/main.ts',
    ['@/lib/server/users/users', '@/components/ui/button', 'next/dist/server/next'],
    ['@/lib/env', 'next'],
  ],
  [
    'server/cache/memory-page-cache.ts',
    ['@/lib/server/users/users', 'next/dist/server/lib/incremental-cache/file-system-cache.js'],
    ['@/lib/env', '@/lib/redis', '@/server/compression', './own'],
  ],
  ['local/start.ts', ['@/lib/server/users/users', '@/components/ui/button', '@/app/page'], ['@/lib/env', 'express']],
  ['e2e/journey.ts', ['@/lib/server/users/users', '@/components/ui/button'], ['@/lib/site']],
  [
    'scripts/new-post.ts',
    ['@/lib/server/users/users', '@/components/ui/button', '@/lib/env', '@/lib/tokens'],
    ['@/lib/content/record', '@/lib/site'],
  ],
  [
    'scripts/doctor/stripe.ts',
    ['@/lib/server/users/users', '@/components/ui/button', '@/lib/content/posts'],
    ['@/lib/server/billing/providers/stripe/client', '@/lib/server/identity/admin', '@/lib/env', 'pg'],
  ],
  [
    'bench/blog-size.ts',
    ['@/lib/server/users/users', '@/components/ui/button', '@/lib/content/posts', '@/lib/tokens', '@/lib/env'],
    ['@/lib/site', '@/e2e/setup/stack'],
  ],
  ['tests/fakes/identity.ts', ['@/lib/server/users/users', '@/lib/contract/user'], ['./own', 'jose']],
  ['tests/lib/some.test.ts', [], ['@/lib/server/users/users', '@/components/ui/button']],
]

/** Relative paths must not leave a folder. */
const climbers = ['app/page.tsx', 'components/site/page.tsx', 'lib/server/observability/log.ts', 'local/ports.ts']

type Finding = { filename: string; code: string; message: string }

/** The linter's messages for a tree of these files, with the project's configuration. */
async function lintTexts(files: Record<string, string>): Promise<Finding[]> {
  const folder = temporaryFolder('import-rules')
  for (const file of ['oxlint.config.ts', 'import-rules.ts']) cpSync(file, join(folder, file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const oxlint = resolve('node_modules/.bin/oxlint')
  const { stdout } = await promisify(execFile)(oxlint, ['-f', 'json', '--ignore-pattern', 'node_modules'], {
    cwd: folder,
  }).catch((failure: { stdout: string }) => failure)
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics
}

/** Violations in files with these imports. */
async function lint(files: Record<string, string[]>): Promise<Finding[]> {
  const imports = (specifiers: string[]) =>
    specifiers.map((from, n) => `export { x as x${n} } from '${from}'\n`).join('')
  const texts = Object.entries(files).map(([file, specifiers]) => [file, imports(specifiers)])
  const found = await lintTexts(Object.fromEntries(texts) as Record<string, string>)
  return found.filter(({ code }) => code === 'eslint(no-restricted-imports)')
}

const of = (found: Finding[], file: string) => found.filter(({ filename }) => filename.endsWith(file))

test('reports every forbidden import as a lint error', async () => {
  const found = await lint(Object.fromEntries(cases.map(([file, forbidden]) => [file, forbidden])))
  for (const [file, forbidden] of cases) {
    const messages = of(found, file).map(({ message }) => message)
    for (const specifier of forbidden) {
      expect(
        messages.some((message) => message.startsWith(`'${specifier}'`)),
        `${file} → ${specifier}`,
      ).toBe(true)
    }
  }
})

test('allows permitted imports', async () => {
  const found = await lint(Object.fromEntries(cases.map(([file, , allowed]) => [file, allowed])))
  expect(found).toEqual([])
})

test('rejects relative paths that leave a folder', async () => {
  const ways = ['../elsewhere', './../elsewhere', './own/../../elsewhere']
  const found = await lint(Object.fromEntries(climbers.map((file) => [file, ways])))
  expect(found).toHaveLength(climbers.length * ways.length)
})

test.each([
  ['when it is run', `export const later = import('@/lib/server/users/users')`],
  ['in CommonJS', `export const users = require('@/lib/server/users/users')`],
  ['as an inline type', `export type Users = typeof import('@/lib/server/users/users')`],
])('reports a forbidden import made %s', async (_, text) => {
  expect(await lintTexts({ 'components/ui/button.tsx': `${text}\n` })).toHaveLength(1)
})

test('has a case for every rule', () => {
  const folders = importRules.flatMap(({ files }) => files.map((file) => file.replace(/[*].*$/, '')))
  for (const folder of folders.filter((name) => !/^app\/(emulator|identity|secure|v0)|account/.test(name))) {
    expect(
      cases.some(([file]) => file.startsWith(folder)),
      folder,
    ).toBe(true)
  }
})
