import { expect, test, vi } from 'vitest'
import { syncRecordFromIdentity, isRecordOutdated } from '@/components/profile/name-and-picture'
import { setSession } from '@/components/session/store'
import type { Person } from '@/lib/browser/identity'
import { ada as signedIn, adaRecord } from '@/tests/components/people'

const syncPerson = vi.hoisted(() => vi.fn())
vi.mock('@/components/session/session', () => ({ syncPerson }))

const nothing = { name: null, email: null, phone: null }
const ada = { name: 'Ada', email: 'ada@x.test', phone: '+16505550100' }

test.each([
  ['the same', ada, ada, false],
  ['a new name', ada, { ...ada, name: 'Grace' }, true],
  ['a new address', ada, { ...ada, email: 'grace@x.test' }, true],
  ['fills fields missing in the record', nothing, ada, true],
  ['an address in other letters', ada, { ...ada, email: 'ADA@x.test' }, false],
])('%s', (_, user, person, expected) => {
  expect(isRecordOutdated(user, person)).toBe(expected)
})

test('stores a change for this user only, not for a later one', async () => {
  const record = { ...adaRecord, ...ada }
  const person: Person = { ...signedIn, ...ada }
  setSession({ state: 'in', uid: 'u1', person, user: record, plan: 'unknown' })
  expect(await syncRecordFromIdentity(person)).toBe(true)
  expect(syncPerson).toHaveBeenCalledExactlyOnceWith(person, true)
  syncPerson.mockClear()
  for (const uid of ['u2', null]) {
    if (uid) setSession({ state: 'in', uid, person: { ...person, uid }, user: { ...record, uid }, plan: 'unknown' })
    else setSession({ state: 'anonymous' })
    expect(await syncRecordFromIdentity(person)).toBe(false)
  }
  expect(syncPerson).not.toHaveBeenCalled()
})
