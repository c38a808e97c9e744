// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { showOnRoot, trialGate } from '@/components/session/trial-gate'
import { againTable, gateTable } from './gate-table'

test.each(gateTable)('%s with %j: %s', (address, plan, shows) => {
  expect(trialGate(address, plan)).toBe(shows)
})

test.each(againTable)('with %j, offers no second trial: %s', (plan, had) => {
  document.body.innerHTML = '<a href="/pricing" data-pricing-link>Try it free</a>'
  showOnRoot(plan !== 'anonymous', plan)
  expect(document.documentElement.hasAttribute('data-again')).toBe(had)
  expect(document.querySelector('a')?.ariaLabel).toBe(had ? 'Start again' : null)
})
