import { expect, test } from 'vitest'
import { trialGate } from '@/components/session/trial-gate'
import { gateTable } from './gate-table'

test.each(gateTable)('%s with %j: %s', (address, plan, shows) => {
  expect(trialGate(address, plan)).toBe(shows)
})
