import { spawnSync } from 'node:child_process'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { contactMessages, jobs, planEmails } from '@/lib/server/db/schema'
import { freePort } from '@/local/ports'
import { runChecks } from '@/scripts/doctor/run-checks'
import { checkAddress } from '@/scripts/doctor/site'
import { checkStripe } from '@/scripts/doctor/stripe'
import type { Finding } from '@/scripts/doctor/finding'
import { startPostgres, type PostgresServer } from '@/tests/setup/postgres'
import { startWorld, type Overrides } from './doctor-world'
import { migrateIn } from './migrated'
import { config, cases } from './doctor-cases'

const world = await startWorld()
afterAll(() => world.stop())
afterEach(() => {
  for (const path of Object.keys(world.overrides)) delete world.overrides[path]
})

const problemsIn = (findings: Finding[]) =>
  findings.filter(({ status }) => status === 'wrong').map(({ message }) => message)

/** All reported problems. */
async function problems(change: Record<string, string> = {}, overrides: Overrides = {}): Promise<string[]> {
  Object.assign(world.overrides, overrides)
  return problemsIn((await runChecks({ ...world.env, ...change })).flatMap(({ findings }) => findings))
}

test('a correct setup: checks each part and finds no problem', async () => {
  expect(await problems()).toEqual([])
  const parts = await runChecks(world.env)
  expect(parts.map(({ name }) => name)).toEqual(
    'Settings Site Identity Stripe Chargebee Blog Service Database Redis Mail'.split(' '),
  )
  const lines = parts.flatMap(({ findings }) => findings).map(({ status, message }) => `${status}: ${message}`)
  expect(lines).toContain('right: price_monthly_usd is $19 a month after 7 days, as the page says.')
  expect(lines).toContain('right: plan-yearly-GBP is £180 a year after 7 days, as the page says.')
  expect(lines).toContain('right: FIREBASE_SERVICE_ACCOUNT can get a token.')
  expect(lines).toContain('right: Redis answers.')
  expect(lines).toContain('right: Text codes go only to these regions: AU, NZ.')
  expect(lines).toContain('off: content/service.yaml has no "group-size", so pages leave it out.')
  expect(lines.filter((line) => line.startsWith('off') && !line.includes('service.yaml'))).toEqual([
    expect.stringMatching(/^off: This site does not use App Check/),
    expect.stringMatching(/^off: .*Switch them off at Stripe, .*failed payments/),
    expect.stringMatching(/^off: .*Switch them off at Chargebee, .*card expiry/),
    expect.stringMatching(/^off: DATABASE_URL is not set/),
  ])
})

test.each([
  [{}, /^Text codes go to every region: /],
  [{ smsRegionConfig: { allowByDefault: { disallowedRegions: ['XX'] } } }, /^Text codes go to every region but XX: /],
  [{ quota: {} }, /^Sign-ups have the project’s usual quota/],
])('notes missing protection against floods: %o', async (change, says) => {
  world.overrides[config] = (body) => ({ ...body, smsRegionConfig: undefined, ...change })
  const parts = await runChecks(world.env)
  const findings = parts.flatMap(({ findings: found }) => found)
  expect(findings.some(({ status, message }) => status === 'off' && says.test(message))).toBe(true)
  expect(problemsIn(findings)).toEqual([])
})

test('reports prices in no setting, except former ones', async () => {
  const settings = { STRIPE_PRICE_IDS: 'price_monthly_usd', CHARGEBEE_ITEM_PRICE_IDS: 'plan-monthly-USD' }
  const saidWith = async (change: Record<string, string>) => {
    const parts = await runChecks({ ...world.env, ...settings, ...change })
    return parts.flatMap(({ findings }) => findings).map(({ status, message }) => `${status}: ${message}`)
  }
  const without = await saidWith({})
  expect(without).toContainEqual(expect.stringMatching(/^off: Stripe also has .*name them in STRIPE_FORMER_PRICE_IDS;/))
  expect(without).toContainEqual(
    expect.stringMatching(/^off: Chargebee also has .*name them in CHARGEBEE_FORMER_ITEM_PRICE_IDS;/),
  )
  expect(without.join()).not.toMatch(/also has [^:]*monthly.usd/i)
  const former = {
    STRIPE_FORMER_PRICE_IDS: 'price_yearly_usd',
    CHARGEBEE_FORMER_ITEM_PRICE_IDS: 'plan-yearly-USD,gone',
  }
  const known = await saidWith(former)
  expect(known.join()).not.toMatch(/also has [^:]*yearly.usd/i)
  expect(known).toContain('right: Former prices that Stripe knows: 1.')
  expect(known).toContainEqual(expect.stringMatching(/^off: CHARGEBEE_FORMER_ITEM_PRICE_IDS names gone, /))
})

test('a secret: is optional, and judged as the site judges it', async () => {
  const without = (await runChecks({ ...world.env, REVALIDATE_SECRET: '' })).flatMap(({ findings }) => findings)
  expect(problemsIn(without)).toEqual([])
  expect(without).toContainEqual({
    status: 'off',
    message: 'REVALIDATE_SECRET is not set: publishing at once, previews, reconciling and /api/jobs/run are off.',
  })
  expect(await problems({ REVALIDATE_SECRET: 'twenty characters ok' })).toEqual([])
  const production = { DEPLOYMENT: 'production', SITE_ORIGIN: 'https://unhurried.example', REVALIDATE_SECRET: 'short' }
  const [settings] = await runChecks(production)
  expect(problemsIn(settings?.findings ?? [])).toContainEqual(
    expect.stringMatching(/^REVALIDATE_SECRET is too easy to guess/),
  )
})

test.each(cases)('reports %s in a sentence', async (_, says, change, overrides = {}) => {
  const lines = await problems(change, overrides)
  expect(lines.join('\n')).toMatch(new RegExp(says.source, 'm'))
  for (const sentence of lines) expect(sentence).toMatch(/[.?]$|-hex 24$/)
  // A removed price is reported on the page, too.
  expect(lines.length).toBeLessThanOrEqual(/PRICE_IDS/.test(Object.keys(change).join()) ? 7 : 2)
})

test('reports an unreachable site once, and still checks prices', async () => {
  const SITE_ORIGIN = `http://localhost:${await freePort()}`
  const parts = await runChecks({ ...world.env, SITE_ORIGIN })
  expect(problemsIn(parts[1]?.findings ?? []).join()).toMatch(/^http:\/\/localhost:\d+ does not answer: .*ECONNREFUSED/)
  const lines = parts.flatMap(({ findings }) => findings).map(({ message }) => message)
  expect(lines).toContain('price_monthly_usd is $19 a month after 7 days; the page could not be compared.')
})

test('in production: needs https, a known host and live keys', async () => {
  const env = { ...readEnv(world.env), deployment: 'production' as const }
  expect(problemsIn(checkAddress(env)).join()).toMatch(/must begin with https/)
  expect(problemsIn(checkAddress({ ...env, siteOrigin: 'https://elsewhere.example', mode: 'none' })).join()).toMatch(
    /host elsewhere\.example is neither SITE_HOST nor STAGING_HOST/,
  )
  expect(problemsIn(checkAddress({ ...env, siteOrigin: 'https://unhurried.example', mode: 'prod' }))).toEqual([])
  expect(problemsIn(await checkStripe(env, null)).join()).toMatch(/test key, but DEPLOYMENT is production/)
  const { stripe } = env
  const live = stripe && { ...stripe, publishableKey: 'pk_live_1' }
  expect(problemsIn(await checkStripe({ ...env, deployment: 'staging', stripe: live }, null)).join()).toMatch(
    /not of the same mode/,
  )
})

test.skipIf(process.env.TEST_POSTGRES === 'off')(
  'reports missing migrations, late jobs and unsent emails in Postgres',
  async () => {
    const postgres: PostgresServer = await startPostgres()
    try {
      const change = { DATABASE_URL: postgres.url }
      expect((await problems(change)).join()).toMatch(/^Postgres lacks (\d+) of \1 migrations, from 0000_schema/)
      await migrateIn(postgres.url)
      expect(await problems(change)).toEqual([])
      const client = new Client({ connectionString: postgres.url })
      await client.connect()
      const db = drizzle(client)
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
      await db.insert(jobs).values([
        { name: 'retention', begunAt: hoursAgo(4) },
        { name: 'reconcile', begunAt: hoursAgo(25) },
        { name: 'reconcile lease', begunAt: hoursAgo(99) },
      ])
      const email = { uid: 'u', kind: 'begun', email: 'bo@people.example', subject: 'Your plan', text: 'x' } as const
      await db.insert(planEmails).values([
        { ...email, id: 'failed', attempts: 3 },
        { ...email, id: 'withheld', attempts: 3, withheldAt: new Date() },
        { ...email, id: 'sent', attempts: 3, mailedAt: new Date() },
        { ...email, id: 'new' },
        { ...email, id: 'old', createdAt: hoursAgo(3) },
      ])
      const message = { name: 'Ada', email: 'ada@people.example', message: 'Hello', digest: 'one' }
      await db.insert(contactMessages).values({ ...message, id: 'message', attempts: 3 })
      expect(await problems(change)).toEqual([
        expect.stringMatching(/^The job retention last succeeded 4 hours ago, and is due every 1: /),
        expect.stringMatching(/^2 emails could not be sent yet/),
        expect.stringMatching(/^Emails about plans that are late by over 2 hours: 1\./),
      ])
      await client.query(
        'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      )
      await client.end()
      expect((await problems(change)).join()).toMatch(/^Postgres lacks 1 of \d+ migrations/)
    } finally {
      await postgres.stop()
    }
  },
)

test('prints problems and exits with 1', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/doctor.ts']
  const env = { PATH: process.env.PATH, SITE_ORIGIN: '' } as never
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  expect(stdout).toMatch(/^Settings\n {2}WRONG SITE_ORIGIN is not set/)
  expect(stdout).toMatch(/One problem found\.\n$/)
  expect([status, stderr]).toEqual([1, ''])
})
