/** A changed email address reaches the providers. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { POST as upsert } from '@/app/api/users/insert-or-update/route'
import { database } from '@/lib/server/db/client'
import { users } from '@/lib/server/db/schema'
import { buyersOf, names, type Name, planOf, type Person, customerOf } from '@/tests/setup/buyers'
import { call } from '@/tests/setup/stage'
import { stageWithVendors } from '@/tests/setup/vendors'

const { world, vendors } = await stageWithVendors()

const { subscribed } = buyersOf({ world, vendors })

/** The page's calls after a change of address. */
async function write({ uid }: Person, email: string) {
  const token = await world.identity.token(uid, { email })
  const response = await call(upsert, '/users/insert-or-update', { token, body: { uid } })
  expect(response.status).toBe(200)
}

const addressAt = async (name: Name, who: Person) => vendors.state()[name].customers[await customerOf(who, name)]?.email

const changesAsked = async (name: Name) =>
  (await vendors.requests(name)).filter(({ method, path }) => method === 'POST' && /customers\/[^/]+$/.test(path))

describe.each(names)('%s', (name) => {
  test('sends a new address to the provider once', async () => {
    const who = await subscribed(name)
    expect(await addressAt(name, who)).toBe(`${who.uid}@people.example`)
    await vendors.forgetRequests()
    await write(who, `${who.uid}@people.example`)
    await write(who, `${who.uid}@new.example`)
    await expect.poll(() => addressAt(name, who)).toBe(`${who.uid}@new.example`)
    await write(who, `${who.uid}@new.example`)
    await write(who, `${who.uid}@newest.example`)
    await expect.poll(() => addressAt(name, who)).toBe(`${who.uid}@newest.example`)
    expect(await changesAsked(name)).toHaveLength(2)
  })

  test('takes a confirmed address over from any call, unless the token is older', async () => {
    const who = await subscribed(name)
    const read = async (email: string, claims: { email_verified: boolean; iat?: number }) =>
      planOf({ ...who, token: await world.identity.token(who.uid, { email, ...claims }) })
    await write(who, `${who.uid}@people.example`)
    await read(`${who.uid}@confirmed.example`, { email_verified: true })
    await expect.poll(() => addressAt(name, who)).toBe(`${who.uid}@confirmed.example`)
    await vendors.forgetRequests()
    await read(`${who.uid}@people.example`, { email_verified: true, iat: Math.floor(Date.now() / 1000) - 600 })
    await read(`${who.uid}@unconfirmed.example`, { email_verified: false })
    const [user] = await (await database()).select().from(users).where(eq(users.uid, who.uid))
    expect(user).toMatchObject({ email: `${who.uid}@confirmed.example`, emailVerified: true })
    expect(await changesAsked(name)).toEqual([])
  })

  test('retries a provider that does not answer, in the background', async () => {
    const who = await subscribed(name)
    await vendors.fault({ vendor: name, status: 500, times: 10 })
    await vendors.forgetRequests()
    await write(who, `${who.uid}@new.example`)
    await expect.poll(async () => (await changesAsked(name)).length).toBeGreaterThan({ stripe: 1, chargebee: 0 }[name])
    await vendors.fault({ vendor: name, times: 0 })
    expect(await addressAt(name, who)).toBe(`${who.uid}@people.example`)
    await write(who, `${who.uid}@new.example`)
    await expect.poll(() => addressAt(name, who)).toBe(`${who.uid}@new.example`)
  })
})
