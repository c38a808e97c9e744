import { expect, test } from 'vitest'
import { selectByName } from '@/scripts/options'

const all = [{ name: 'tide' }, { name: 'reeds' }, { name: 'lake' }]

test.each([
  [undefined, ['tide', 'reeds', 'lake'], []],
  [[], ['tide', 'reeds', 'lake'], []],
  [['lake', 'tide'], ['tide', 'lake'], []],
  [['tide', 'tied'], ['tide'], ['tied']],
  [['nonsense'], [], ['nonsense']],
])('%j', (names, chosen, unknown) => {
  expect(selectByName(all, names)).toEqual({ chosen: chosen.map((name) => ({ name })), unknown })
})
