import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { providers } from '@/lib/contract/plan'
import { readEnv } from '@/lib/env'
import { settingGroups, composeEnvironment } from '@/local/environment'

const example = parseEnv(readFileSync('.env.example', 'utf8'))

/** Optional settings that do not start a group by themselves. */
const optionalSettings = [
  'FIREBASE_SECOND_FACTORS',
  'FIREBASE_APP_CHECK_SITE_KEY',
  'FIREBASE_APP_CHECK_PROVIDER',
  'STRIPE_FORMER_PRICE_IDS',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_AUTOMATIC_TAX',
  'CHARGEBEE_FORMER_ITEM_PRICE_IDS',
  'CHARGEBEE_CHECKOUT_SITE',
]

/** Names in quotes that a module reads. */
const named = (path: string, pattern: RegExp) =>
  new Set([...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name = '']) => name))

test('lists every variable, with a comment per group', () => {
  const known = new Set([
    ...named('lib/env/index.ts', /'([A-Z]+(?:_[A-Z]+)*)'/g),
    ...named('lib/env/reader.ts', /'([A-Z]+(?:_[A-Z]+)+)'/g),
    ...named('lib/site-settings.ts', /'([A-Z]+(?:_[A-Z]+)+)'/g),
  ])
  expect(known.size).toBeGreaterThan(30)
  expect([...known].filter((name) => !(name in example))).toEqual([])
})

test('knows the group of every variable', () => {
  const names = providers.options.join('|').toUpperCase()
  const known = [
    ...named('lib/env/index.ts', new RegExp(`'((?:FIREBASE|${names})_[A-Z_]+)'`, 'g')),
    ...named('lib/site-settings.ts', /'([A-Z]+_SCRIPT_URL|NOTION_[A-Z_]+)'/g),
  ]
  expect([...Object.values(settingGroups).flat(), ...optionalSettings].toSorted()).toEqual(known.toSorted())
})

test('changes nothing as an unmodified copy', () => {
  expect(Object.values(example).filter(Boolean)).toEqual([])
  const { REVALIDATE_SECRET: _, ...plain } = composeEnvironment({})
  expect(composeEnvironment(example)).toMatchObject(plain)
  expect(readEnv(composeEnvironment(example)).deployment).toBe('local')
})

test('names missing variables outside of local', () => {
  expect(() => readEnv(example)).toThrow(/SITE_ORIGIN is not set/)
})
