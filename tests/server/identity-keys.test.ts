/** How long the provider's keys are cached, and invalid answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET as getUser } from '@/app/api/users/get-user/route'
import { cacheMsOf } from '@/lib/server/identity/tokens'
import { call, stage } from '@/tests/setup/stage'

test.each([
  ['public, max-age=22000, must-revalidate, no-transform', undefined, 22_000_000],
  ['max-age=600', '100', 500_000],
  ['MAX-AGE="600"', undefined, 600_000],
  ['max-age=600', '700', 0],
  ['max-age=600', 'a while', 600_000],
  ['s-maxage=600', undefined, 3_600_000],
  ['no-transform', undefined, 3_600_000],
  [undefined, undefined, 3_600_000],
  ['max-age=31536000', undefined, 86_400_000],
])('Cache-Control %s and Age %s: %d ms', (control, age, ms) => {
  const headers = new Headers({ ...(control && { 'cache-control': control }), ...(age && { age }) })
  expect(cacheMsOf(headers)).toBe(ms)
})

describe('before keys were fetched', () => {
  let world: Awaited<ReturnType<typeof stage>>
  beforeAll(async () => {
    world = await stage()
  })
  afterAll(() => world.close())

  const read = async (change = {}) =>
    call(getUser, '/users/get-user?uid=ada', { token: await world.identity.token('ada', change) })

  test.each(['drops', 'fails', 'is garbage', 'is empty'] as const)('answers 503 if the key address %s', async (how) => {
    world.identity.keys = how
    const response = await read()
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    world.identity.keys = 'works'
  })

  test('reports a wrong clock for a token of the future', async () => {
    const now = Math.floor(Date.now() / 1000)
    // The tolerance is a minute.
    expect((await read({ iat: now + 30, auth_time: now + 30 })).status).toBe(404)
    const response = await read({ iat: now + 90, auth_time: now + 90 })
    expect(response.status).toBe(401)
    expect((await response.json()).error).toMatchObject({
      code: 'unauthenticated',
      reason: 'clock',
      message: expect.stringContaining('clock'),
    })
  })
})
