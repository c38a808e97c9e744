import { getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { GET as exportData } from '@/app/api/users/export/route'
import * as schema from '@/lib/server/db/schema'
import { call } from '@/tests/setup/stage'
import { world, subscriber, written } from './accounts'

test('exports everything about this user only, in their language', async () => {
  const token = await subscriber('ada', 'de')
  await subscriber('bob')
  const response = await call(exportData, '/users/export?uid=ada', { token })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const data = await response.json()
  expect(data).toMatchObject({
    uid: 'ada',
    users: [{ uid: 'ada', name: 'Ada', email: 'ada@people.example', locale: 'de' }],
    customers: [{ provider: 'stripe' }],
    subscriptions: [{ store: 'stripe', status: 'trialing' }],
    checkouts: [{ priceId: 'price_monthly_usd' }],
    consents: [{ kind: 'renewal', language: 'de', wordingVersion: expect.any(String), at: expect.any(String) }],
    planChanges: [{ kind: 'begun', statusBefore: null, status: 'trialing' }],
    letters: [{ kind: 'begun', email: 'ada@people.example', subject: expect.stringMatching(/^Ihr/) }],
    duplicates: [],
    deletedUsers: [],
  })
  expect(data.wordings[data.consents[0].wordingVersion]).toContain('{price}')
  expect(data.readme.join(' ')).toContain('users: Ihr Eintrag')
  expect(JSON.stringify(data)).not.toContain('bob')
})

const withUid = Object.entries(schema).flatMap(([name, value]) =>
  is(value, PgTable) && 'uid' in getTableColumns(value)
    ? [[name === 'planEmails' ? 'letters' : name, value as PgTable] as const]
    : [],
)

test('exports every table with a uid, and explains each part', async () => {
  const token = await world.identity.signIn('empty')
  const data = await (await call(exportData, '/users/export?uid=empty', { token })).json()
  const { readme, exportedAt, uid, messages, wordings, ...tables } = data
  expect(Object.keys(tables).toSorted()).toEqual(withUid.map(([name]) => name).toSorted())
  expect([uid, messages, Object.values(tables).flat()]).toEqual(['empty', [], []])
  expect(Date.parse(exportedAt)).not.toBeNaN()
  expect(Object.keys(wordings).length).toBeGreaterThan(0)
  expect(Object.keys(data)[0]).toBe('readme')
  for (const key of ['uid', 'messages', 'wordings', ...Object.keys(tables)]) {
    expect(
      readme.filter((line: string) => line.startsWith(`${key}: `)),
      key,
    ).toHaveLength(1)
  }
  expect(readme.join(' ')).toMatch(/“exportedAt”.*UTC.*smallest unit/)
})

test('exports contact messages of a confirmed address in any spelling', async () => {
  await written('Hana@People.example', 'hana@people.example', 'other-hana@people.example')
  const exported = async (change: Parameters<typeof world.identity.token>[1]) => {
    const token = await world.identity.signIn('hana', change)
    return (await call(exportData, '/users/export?uid=hana', { token })).json()
  }
  const data = await exported({ email_verified: true, email: 'HANA@people.example' })
  expect(data.messages).toEqual([
    {
      id: expect.any(String),
      name: 'Ada',
      email: 'Hana@People.example',
      message: 'From Hana@People.example',
      locale: null,
      receivedAt: '2026-01-01T00:00:00.000Z',
      mailedAt: null,
      tryAt: expect.any(String),
      attempts: 0,
    },
    expect.objectContaining({ email: 'hana@people.example' }),
  ])
  expect(data.readme.join(' ')).toContain('only if the account’s email address is confirmed')
  for (const change of [{}, { email_verified: false }, { email_verified: true, email: undefined }]) {
    expect((await exported(change)).messages).toEqual([])
  }
})
