// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { updateRoot, trialGate } from '@/components/session/trial-gate'
import { againTable, gateTable, trialLinks } from './gate-table'

test.each(gateTable)('%s with %j: %s', (address, plan, shows) => {
  expect(trialGate(address, plan)).toBe(shows)
})

test.each(againTable)('with %j, offers no second trial: %s', (plan, had) => {
  document.body.innerHTML = trialLinks
  updateRoot(plan !== 'anonymous', plan)
  expect(document.documentElement.hasAttribute('data-again')).toBe(had)
  expect([...document.querySelectorAll('a')].map(({ ariaLabel }) => ariaLabel)).toEqual([
    had ? 'Start again' : null,
    null,
  ])
})
