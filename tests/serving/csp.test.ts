import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { areaOf, type Area } from '@/server/headers'
import { contentSecurityPolicy, hashSource } from '@/server/csp'

const production = { SITE_ORIGIN: 'https://unhurried.example' }
const firebase = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'unhurried.example',
  FIREBASE_PROJECT_ID: 'project',
  FIREBASE_APP_ID: 'app',
}
const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_IDS: 'price_1' }
const chargebee = {
  CHARGEBEE_SITE: 'calm',
  CHARGEBEE_API_KEY: 'key',
  CHARGEBEE_WEBHOOK_USER: 'user',
  CHARGEBEE_WEBHOOK_PASSWORD: 'a password nobody guesses',
  CHARGEBEE_ITEM_PRICE_IDS: 'plan-monthly-USD',
}
const all = {
  ...production,
  ...firebase,
  ...stripe,
  STRIPE_PUBLISHABLE_KEY: 'pk',
  ...chargebee,
  CHARGEBEE_CHECKOUT_SITE: 'calm',
  CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
  ANALYTICS_SCRIPT_URL: 'https://counts.example/c.js',
  CONSENT_SCRIPT_SOURCES: 'wss://live.chat.example,https://files.chat.example',
}
const appCheck = { ...all, FIREBASE_APP_CHECK_SITE_KEY: 'site-key' }
const areas: Area[] = ['site', 'blog', 'sign-in', 'profile', 'pricing']
const settings: [string, Record<string, string>][] = [
  ['nothing', production],
  ['everything', all],
  ['App Check', appCheck],
  ['an emulator', { DEPLOYMENT: 'local', ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }],
]

/** Directives for which browsers would otherwise use `default-src`. */
const fallbacks = ['connect', 'font', 'frame', 'img', 'manifest', 'media', 'object', 'style', 'worker'].map(
  (kind) => `${kind}-src`,
)

const policy = (source: Record<string, string>, area: Area, hashes: string[] = [], api: string[] = []) =>
  contentSecurityPolicy(readEnv(source), api)(area, hashes)
const directives = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    text.split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ')
      return [name, sources]
    }),
  )

const every = settings.flatMap(([name, source]) => areas.map((area) => ({ name, area, source })))

test.each(every)('refuses unknown scripts on $area with $name', ({ source, area }) => {
  const text = policy(source, area, [hashSource('ours')])
  const { 'script-src': scripts = [], 'script-src-attr': handlers = [], ...others } = directives(text)
  const risky = new Set([
    "'unsafe-inline'",
    "'unsafe-eval'",
    "'strict-dynamic'",
    'https:',
    'http:',
    '*',
    'data:',
    'blob:',
  ])
  expect(scripts.filter((source) => risky.has(source))).toEqual([])
  expect(handlers).not.toContain("'unsafe-inline'")
  expect(others['style-src']).not.toContain("'unsafe-inline'")
  expect(others['default-src']).toEqual(["'self'"])
  expect(others['object-src']).toEqual(["'none'"])
  expect(Object.keys(others)).toEqual(expect.arrayContaining(fallbacks))
  expect(others['base-uri']).toEqual(["'none'"])
  expect(others['frame-ancestors']).toEqual(["'none'"])
  for (const sources of Object.values(others)) {
    expect(sources.includes("'none'") && sources.length > 1, `"none" with others in: ${text}`).toBe(false)
  }
})

test.each(every)('csp_evaluator reports nothing severe for $area with $name', ({ source, area }) => {
  const { csp } = new CspParser(policy(source, area, [hashSource('ours')]))
  const high = new CspEvaluator(csp).evaluate().filter(({ severity }) => severity === Severity.HIGH)
  expect(high.map(({ directive, value, description }) => ({ directive, value, description }))).toEqual([])
})

test('names external hosts only where they are configured and used', () => {
  for (const area of areas) expect(policy(production, area)).not.toMatch(/https:\/\//)
  const pricing = policy({ ...production, ...stripe, ...chargebee }, 'pricing')
  expect(pricing, 'without their public keys both have pages of their own').not.toMatch(/stripe|chargebee/)
  for (const area of areas) {
    const text = policy(all, area)
    expect(text.includes('js.stripe.com')).toBe(area === 'pricing')
    expect(text.includes('calm.chargebee.com')).toBe(area === 'pricing')
    expect(text.includes('apis.google.com')).toBe(area === 'sign-in' || area === 'profile')
    expect(text.includes('identitytoolkit.googleapis.com')).toBe(true)
    const named = ['https://chat.example', 'https://counts.example', 'wss://live.chat.example']
    const isShown = area === 'site' || area === 'blog'
    for (const host of named) expect(text.includes(host)).toBe(isShown)
  }
})

test('allows only our own origin with an emulator', () => {
  const [, source] = settings.find(([name]) => name === 'an emulator') ?? ['', {}]
  for (const area of areas) {
    expect(directives(policy(source, area))['connect-src']).toEqual(["'self'"])
    expect(policy({ ...source, FIREBASE_APP_CHECK_SITE_KEY: 'site-key' }, area)).toBe(policy(source, area))
  }
})

test.each(areas)('adds the hosts of App Check to %s only if it is configured', (area) => {
  const hosts: [string, string[]][] = [
    ['script-src', ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']],
    ['frame-src', ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/']],
    ['connect-src', ['https://content-firebaseappcheck.googleapis.com', 'https://www.google.com/recaptcha/']],
  ]
  const withIt = directives(policy(appCheck, area))
  for (const [name, sources] of hosts) expect(withIt[name]).toEqual(expect.arrayContaining(sources))
  const without = directives(policy(all, area))
  expect(without['connect-src']?.filter((source) => /appcheck|recaptcha/.test(source))).toEqual([])
  const hasCaptcha = area === 'sign-in' || area === 'profile'
  for (const name of ['script-src', 'frame-src'])
    expect(without[name]?.some((source) => source.includes('recaptcha')) ?? false).toBe(hasCaptcha)
})

test('allows One Tap on the sign-in page if the settings ask for it', () => {
  const SIGN_IN_CONFIG = JSON.stringify({
    credentialHelper: 'googleyolo',
    signInOptions: [{ provider: 'google.com', clientId: 'x' }],
  })
  for (const area of areas) {
    expect(policy({ ...all, SIGN_IN_CONFIG }, area).includes('accounts.google.com')).toBe(area === 'sign-in')
    expect(policy(all, area)).not.toContain('accounts.google.com')
  }
})

test('allows the inline handler of firebaseui on the sign-in page only', () => {
  expect(directives(policy(all, 'sign-in'))['script-src-attr']).toEqual([
    "'unsafe-hashes'",
    hashSource('return false;'),
  ])
  for (const area of areas.filter((each) => each !== 'sign-in')) {
    expect(directives(policy(all, area))['script-src-attr']).toEqual(["'none'"])
  }
})

test.each([
  ['/', 'site'],
  ['/auth', 'sign-in'],
  ['/AUTH', 'sign-in'],
  ['/pt-br/auth', 'sign-in'],
  ['/xx/auth', 'site'],
  ['/authors', 'site'],
  ['/blog', 'blog'],
  ['/blog/tag/stuttering', 'blog'],
  ['/profile', 'profile'],
  ['/pricing/start/', 'pricing'],
])('counts %s as part of %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})
