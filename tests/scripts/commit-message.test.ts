/** The commit-msg hook in `.githooks`. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const folder = temporaryFolder('commit')

function check(message: string) {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('.githooks/commit-msg', [file], { encoding: 'utf8' })
  return { accepted: status === 0, stderr }
}

test.each([
  'fix(billing): ignore subscriptions of other products\n',
  `docs: ${'a'.repeat(66)}\n`,
  'refactor(sign-in): use one reducer\n# A comment of git\n# Another\n',
  'Merge branch "main"\n',
  'Revert "fix(billing): ignore subscriptions of other products"\n',
  'fixup! fix(billing): ignore subscriptions of other products\n',
])('accepts %j', (message) => {
  expect(check(message)).toEqual({ accepted: true, stderr: '' })
})

test.each([
  ['What is owed is paid back', /type\(scope\)/],
  ['fix(Billing): a thing', /type\(scope\)/],
  ['', /type\(scope\)/],
  [`docs: ${'a'.repeat(67)}`, /72 characters/],
  ['fix: end with a stop.', /full stop/],
  ['fix: a thing\nno blank line', /blank/],
])('refuses %j', (message, reason) => {
  const { accepted, stderr } = check(message)
  expect(accepted).toBe(false)
  expect(stderr).toMatch(reason)
})
