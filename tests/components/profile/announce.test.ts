import { expect, test } from 'vitest'
import { addressLags, lags } from '@/components/profile/announce'

const nothing = { name: null, email: null, phone: null }
const ada = { name: 'Ada', email: 'ada@x.test', phone: '+16505550100' }

test.each([
  ['the same', ada, ada, false],
  ['a new name', ada, { ...ada, name: 'Grace' }, true],
  ['a new address', ada, { ...ada, email: 'grace@x.test' }, true],
  ['a new number', ada, { ...ada, phone: '+16505550101' }, true],
  ['what the record lacks', nothing, ada, true],
  ['what the provider lacks', ada, nothing, false],
  ['an address in other letters', ada, { ...ada, email: 'ADA@x.test' }, false],
  ['space around a name', ada, { ...ada, name: ' Ada ' }, false],
  ['a name of space', nothing, { ...nothing, name: '  ' }, false],
])('%s', (_, user, person, expected) => {
  expect(lags(user, person)).toBe(expected)
})

test.each([
  ['a new name', { ...ada, name: 'Grace' }, false],
  ['a new address', { ...ada, email: 'grace@x.test' }, true],
  ['a new number', { ...ada, phone: '+16505550101' }, true],
])('%s, found on coming back', (_, person, expected) => {
  expect(addressLags(ada, person)).toBe(expected)
})
