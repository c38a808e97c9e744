import { lines } from '@/tests/setup/captured-log'
import { expect, test, vi } from 'vitest'
import { log } from '@/server/log'

vi.stubEnv('SITE_ORIGIN', 'https://unhurried.example')
test('also writes the severity as a word', () => {
  log().warn({ text: 'alert(1)' }, 'a page contains a script that the policy does not allow')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 40,
      severity: 'WARN',
      time: expect.any(String),
      text: 'alert(1)',
      msg: 'a page contains a script that the policy does not allow',
    },
  ])
})
