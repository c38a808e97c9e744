import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { POST as leave } from '@/app/api/preview/end/route'
import { GET as preview } from '@/app/api/preview/route'
import { env } from '@/lib/env'
import { tokenHeader } from '@/lib/site'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { misleadingHeaders } from '@/tests/hostile/headers'
import { buyersOf, checkout, names, portalOf, providers, returns } from '@/tests/setup/buyers'
import { sampled } from '@/tests/setup/full'
import { call, origin } from '@/tests/setup/stage'
import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { stageWithVendors } from '@/tests/setup/vendors'

const mode = vi.hoisted(() => ({ enable: vi.fn(), disable: vi.fn() }))
vi.mock('next/cache', () => ({ revalidateTag: () => {}, unstable_cache: <T>(ask: T): T => ask }))
vi.mock('next/headers', () => ({ draftMode: async () => mode }))

// The limits are tested elsewhere.
vi.mock('@/lib/server/http/limits', async (original) => ({
  ...(await original<object>()),
  consumePoint: async () => {},
}))

const { world, vendors } = await stageWithVendors()
const folder = temporaryFolder('hostile')
await writeFile(
  path.join(folder, 'hidden.md'),
  '---\ntitle: T\ndescription: D\ntags: [posts]\nwritten: 2026-11-01\ndraft: true\n---\nWords.\n',
)
const { person, subscribed } = buyersOf({ world, vendors })

const shown = (text: string) => JSON.stringify(text).slice(0, 100)
/** Addresses on this site however they are parsed. */
const isOurs = (address: string) => address.startsWith(`${origin}/`) && URL.parse(address)?.origin === origin
/** Without oversized ones, which are refused unread. */
const hostile = sampled(
  hostileAddresses.filter((address) => !isOurs(address) && address.length < 50_000),
  7,
)

/** The accepted addresses. Too long ones are refused earlier. */
async function taken(ask: (address: string) => Promise<Response>): Promise<string[]> {
  const wrong: string[] = []
  for (const address of hostile) {
    const response = await ask(address)
    const { code } = (await response.json()).error ?? {}
    const expected = address.length > 2048 ? 'invalid-request' : 'invalid-return-url'
    if (response.status !== 400 || code !== expected) wrong.push(`${response.status} ${code} ${shown(address)}`)
  }
  return wrong
}

test.each(names)('returns no checkout of %s to a hostile address', async (name) => {
  const who = await person()
  await vendors.forgetRequests()
  expect(await taken((successUrl) => checkout(name, who, { successUrl }))).toEqual([])
  expect(await taken((cancelUrl) => checkout(name, who, { cancelUrl }))).toEqual([])
  expect((await vendors.requests(name)).filter(({ method }) => method === 'POST')).toEqual([])
})

test.each(names)('returns no portal of %s to a hostile address', async (name) => {
  const who = await subscribed(name)
  await vendors.forgetRequests()
  expect(await taken((address) => portalOf(who, address))).toEqual([])
  expect(await vendors.requests(name)).toEqual([])
})

test.each(names)('ignores the Host header for the return from %s', async (name) => {
  const { uid, token } = await person()
  const headers = Object.assign({}, ...Object.values(misleadingHeaders), { [tokenHeader]: token }) as Record<
    string,
    string
  >
  const body = { priceId: providers[name].monthly, ...returns }
  const ask = (change: object) =>
    providers[name].checkout(
      new Request(`https://evil.test/api/${name}/checkout-session?uid=${uid}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, ...change }),
      }),
    )
  for (const field of Object.keys(returns)) {
    expect((await ask({ [field]: 'https://evil.test/pricing/start' })).status, field).toBe(400)
  }
  const response = await ask({})
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('evil.test')
})

test('redirects no preview to a hostile address', async () => {
  env().blog = { source: 'markdown', folder }
  const wrong: string[] = []
  for (const address of sampled(hostileAddresses, 7)) {
    const slug = encodeURIComponent(address.toWellFormed())
    const begun = await call(preview, `/preview?slug=${slug}&secret=revalidate-secret`)
    if (begun.status !== 404 || begun.headers.has('location')) wrong.push(`begins: ${shown(address)}`)
    const ended = await leave(new Request(`${origin}/api/preview/end`, { method: 'POST', body: `slug=${slug}` }))
    const fine = ended.status === 413 || (ended.status === 303 && ended.headers.get('location') === '/blog')
    if (!fine) wrong.push(`ends: ${ended.status} ${shown(address)}`)
  }
  expect(wrong).toEqual([])
  expect(mode.enable).not.toHaveBeenCalled()
})
