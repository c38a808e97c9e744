// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { updateRoot, trialGate } from '@/components/session/trial-gate'
import { trialUsedTable, gateTable, trialLinks } from './gate-table'

test.each(gateTable)('%s with %j: %s', (address, plan, shows) => {
  expect(trialGate(address, plan)).toBe(shows)
})

test.each(trialUsedTable)('with %j, offers no second trial: %s', (plan, used) => {
  document.body.innerHTML = trialLinks
  updateRoot(plan !== 'anonymous', plan)
  expect(document.documentElement.hasAttribute('data-trial-used')).toBe(used)
  expect([...document.querySelectorAll('a')].map(({ ariaLabel }) => ariaLabel)).toEqual([
    used ? 'Start again' : null,
    null,
  ])
})
