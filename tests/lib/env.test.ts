import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { publicHostVariables } from '@/lib/env/reader'
import { EnvError, readEnv } from '@/lib/env'

const identity = {
  FIREBASE_API_KEY: 'k',
  FIREBASE_AUTH_DOMAIN: 'auth.example',
  FIREBASE_PROJECT_ID: 'project',
  FIREBASE_APP_ID: 'app',
}
const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', STRIPE_PRICE_IDS: 'price_a, price_b' }
const chargebee = {
  CHARGEBEE_SITE: 'site',
  CHARGEBEE_API_KEY: 'key',
  CHARGEBEE_WEBHOOK_USER: 'user',
  CHARGEBEE_WEBHOOK_PASSWORD: 'a password nobody guesses',
  CHARGEBEE_ITEM_PRICE_IDS: 'plan-monthly-USD',
}
const notion = { BLOG_SOURCE: 'notion', NOTION_TOKEN: 'token', NOTION_DATABASE_ID: 'x' }
const production = { SITE_ORIGIN: 'https://unhurried.example' }

function problems(source: Record<string, string | undefined>): string[] {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  return []
}

describe('the environment', () => {
  // The publishable key is public (`/api/config`), so a secret must not be there.
  test.each([
    ['FIREBASE_APP_CHECK_SITE_KEY', 'AIzaCalm'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_calm'],
    ['STRIPE_SECRET_KEY', 'pk_live_calm'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_calm'],
  ])('refuses a different key in %s without repeating %s', (name, value) => {
    const message = problems({ ...production, ...identity, ...stripe, [name]: value })
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(name)
    expect(message[0]).not.toContain(value)
  })

  test('needs no settings in local', () => {
    const env = readEnv({ DEPLOYMENT: 'local' })
    expect(env).toMatchObject({
      siteOrigin: 'http://localhost:3000',
      mode: 'beta',
      dataDir: '.data',
      identity: null,
      stripe: null,
      chargebee: null,
      blog: { source: 'markdown' },
    })
  })

  test('accepts complete blocks in production', () => {
    const env = readEnv({ ...production, ...identity, ...stripe, ...chargebee })
    expect(env.mode).toBe('prod')
    expect(env.bucket).toBe('project.appspot.com')
    expect(env.stripe?.priceIds).toEqual(['price_a', 'price_b'])
    expect([env.stripe?.formerPriceIds, env.chargebee?.formerItemPriceIds]).toEqual([[], []])
  })

  test('uses the hosts of the build by default', async () => {
    vi.stubEnv('NEXT_PUBLIC_SITE_HOST', 'speech.example')
    vi.resetModules()
    const { readEnv: readBuilt } = await import('@/lib/env')
    const modeAt = (host: string, more = {}) => readBuilt({ SITE_ORIGIN: `https://${host}`, ...more }).mode
    expect(modeAt('speech.example')).toBe('prod')
    expect(modeAt('unhurried.example')).toBe('none')
    expect(modeAt('other.example', { SITE_HOST: 'other.example' })).toBe('prod')
    vi.unstubAllEnvs()
  })

  const blocks = { identity, stripe, chargebee }
  test.each(
    Object.entries(blocks).flatMap(([name, block]) => Object.keys(block).map((absent) => [name, absent] as const)),
  )('refuses the block %s without %s', (name, absent) => {
    const { [absent as never]: _, ...rest } = blocks[name as keyof typeof blocks]
    const message = problems({ ...production, ...(rest as Record<string, string>) })
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(absent)
  })

  test.each([
    ['SITE_ORIGIN', {}],
    ['DEPLOYMENT', { ...production, DEPLOYMENT: 'prod' }],
    ['PORT', { ...production, PORT: '70000' }],
    ['METRICS_PORT', { ...production, PORT: '9100', METRICS_PORT: '9100' }],
    ['SHUTDOWN_DELAY_MS', { ...production, SHUTDOWN_DELAY_MS: '5s' }],
    ['CONTACT_EMAIL', { ...production, CONTACT_EMAIL: 'hello' }],
    ['APP_URL', { ...production, APP_URL: 'app.example' }],
    ['CONSENT_SCRIPT_SOURCES', { ...production, CONSENT_SCRIPT_SOURCES: 'https://*.Vercel.app' }],
    ['CHAT_SCRIPT_URL', { ...production, CHAT_SCRIPT_URL: 'javascript:alert(1)' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: 'mysql://localhost/x' }],
    ['REDIS_URL', { ...production, REDIS_URL: 'http://localhost' }],
    ['SMTP_URL', { ...production, SMTP_URL: 'https://mail.example' }],
    ['BLOG_SOURCE', { ...production, BLOG_SOURCE: 'wordpress' }],
    ['NOTION_TOKEN', { ...production, BLOG_SOURCE: 'notion', NOTION_DATABASE_ID: 'x' }],
    ['STAGING_HOST', { ...production, SITE_HOST: 'a.example', STAGING_HOST: 'a.example' }],
    ['SITE_HOST', { ...production, SITE_HOST: 'https://unhurried.example' }],
    ['API_HOST_PROD', { ...production, API_HOST_PROD: 'api.unhurried.example' }],
    ['FIREBASE_SERVICE_ACCOUNT', { ...production, ...identity, FIREBASE_SERVICE_ACCOUNT: '{}' }],
    ['FIREBASE_SECOND_FACTORS', { ...production, ...identity, FIREBASE_SECOND_FACTORS: 'phone,email' }],
    ['FIREBASE_API_KEY', { ...production, FIREBASE_APP_CHECK_SITE_KEY: 'site-key' }],
    ['FIREBASE_APP_CHECK_SITE_KEY', { ...production, ...identity, FIREBASE_APP_CHECK_PROVIDER: 'recaptcha-v3' }],
    [
      'FIREBASE_APP_CHECK_PROVIDER',
      { ...production, ...identity, FIREBASE_APP_CHECK_SITE_KEY: 'k', FIREBASE_APP_CHECK_PROVIDER: 'recaptcha-v2' },
    ],
    ['LOG_LEVEL', { ...production, LOG_LEVEL: 'loud' }],
    ['FIREBASE_AUTH_DOMAIN', { ...production, ...identity, FIREBASE_AUTH_DOMAIN: 'a.example; script-src *' }],
    ['STORAGE_BUCKET_PROD', { ...production, ...identity, STORAGE_BUCKET_PROD: 'gs://project.firebasestorage.app' }],
    ['STRIPE_PRICE_IDS', { ...production, ...stripe, STRIPE_PRICE_IDS: ' , ' }],
    ['CHARGEBEE_CHECKOUT_SITE', { ...production, ...chargebee, CHARGEBEE_CHECKOUT_SITE: 'calm; script-src *' }],
    ['STRIPE_AUTOMATIC_TAX', { ...production, ...stripe, STRIPE_AUTOMATIC_TAX: 'yes' }],
    ['SIGN_IN_CONFIG', { ...production, SIGN_IN_CONFIG: 'no/such/file.yaml' }],
  ])('refuses a wrong %s: %o', (name, source) => {
    expect(problems(source).join('\n')).toContain(name)
  })

  const weak = ['a', 'password', 'x'.repeat(64)]
  test.each(weak)('rejects a weak secret without repeating it: %s', (value) => {
    const base = { ...production, ...chargebee }
    for (const name of ['REVALIDATE_SECRET', 'CHARGEBEE_WEBHOOK_PASSWORD']) {
      const message = problems({ ...base, [name]: value })
      expect(message).toHaveLength(1)
      expect(message[0]).toMatch(new RegExp(`^${name} is too easy to guess`))
      if (value.length > 8) expect(message[0]).not.toContain(value)
      expect(problems({ ...base, [name]: value, DEPLOYMENT: 'local' })).toEqual([])
    }
  })

  test('accepts a documented secret, and none', () => {
    for (const REVALIDATE_SECRET of ['', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c', 'wX7-kQ2_zR9vLp4TnB8s'])
      expect(problems({ ...production, REVALIDATE_SECRET })).toEqual([])
  })

  test.each(['production', 'staging'])('refuses stand-ins and emulators in %s', (DEPLOYMENT) => {
    const base = { ...production, DEPLOYMENT, ...identity, ...stripe, ...chargebee }
    expect(problems(base)).toEqual([])
    for (const change of [
      { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      { FIREBASE_STORAGE_EMULATOR_HOST: 'localhost:9199' },
      { FIREBASE_PROJECT_ID: 'demo-unhurried' },
      { STRIPE_API_BASE: 'http://127.0.0.1:4010' },
      { STRIPE_API_BASE: 'https://[::ffff:127.0.0.1]:4010' },
      { STRIPE_API_BASE: 'http://stripe.example' },
      { FIREBASE_KEYS_URL: 'http://127.0.0.1/keys' },
      { SMTP_URL: 'smtp://127.0.0.1:2525' },
      { SMTP_URL: 'smtps://user:secret@[::1]:465' },
    ]) {
      const message = problems({ ...base, ...change })
      expect(message.join('\n')).toContain(Object.keys(change)[0])
    }
  })

  test('refuses a stand-in for each vendor of .env.example in production', () => {
    const names =
      readFileSync('.env.example', 'utf8').match(/\b(?:[A-Z]+_API_BASE|FIREBASE_(?:KEYS|ACCOUNTS|STORAGE)_URL)\b/g) ??
      []
    expect(names).toContain('STRIPE_API_BASE')
    for (const name of new Set(names)) {
      for (const others of [{}, { ...identity, ...stripe, ...chargebee, ...notion }]) {
        const env = { ...production, ...others, [name]: 'http://127.0.0.1:4010' }
        expect(problems(env).join('\n')).toContain(`${name} points at a stand-in`)
      }
    }
  })

  test('treats embedded checkout as optional, with its provider', () => {
    const inside = { STRIPE_PUBLISHABLE_KEY: 'pk', CHARGEBEE_CHECKOUT_SITE: 'shop' }
    const hosted = readEnv({ ...production, ...stripe, ...chargebee })
    expect([hosted.stripe?.publishableKey, hosted.chargebee?.checkoutSite]).toEqual([null, null])
    const embedded = readEnv({ ...production, ...stripe, ...chargebee, ...inside })
    expect([embedded.stripe?.publishableKey, embedded.chargebee?.checkoutSite]).toEqual(['pk', 'shop'])
    expect(problems({ ...production, CHARGEBEE_CHECKOUT_SITE: 'shop' }).join()).toContain('CHARGEBEE_SITE')
    expect(problems({ ...production, STRIPE_PUBLISHABLE_KEY: 'pk' }).join()).toContain('STRIPE_SECRET_KEY')
  })

  test.each([
    ['no collector', {}, false],
    ['a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }, true],
    ['traces only', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' }, true],
    ['a disabled SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_SDK_DISABLED: 'TRUE' }, false],
  ])('traces with %s: %s', (_, source, isOn) => {
    expect(readEnv({ ...production, ...source }).traces).toBe(isOn)
  })

  test('reports all problems at once', () => {
    expect(problems({ PORT: 'x', BLOG_SOURCE: 'y', STRIPE_SECRET_KEY: 'z' }).length).toBeGreaterThanOrEqual(5)
  })
})

test('ignores the case of hosts and repeated items', () => {
  const { mode, stripe: read } = readEnv({
    ...production,
    ...stripe,
    SITE_ORIGIN: 'https://Unhurried.Test',
    SITE_HOST: 'Unhurried.Test',
    STRIPE_PRICE_IDS: 'price_a,price_b, price_a',
    STRIPE_FORMER_PRICE_IDS: 'price_old, price_older,price_old',
  })
  expect(mode).toBe('prod')
  expect(read?.formerPriceIds).toEqual(['price_old', 'price_older'])
  expect(read?.priceIds).toEqual(['price_a', 'price_b'])
})

describe('hosts that a build fixes', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('are normalised as in a browser', () => {
    vi.stubEnv('SITE_HOST', 'Unhurried.Test.')
    vi.stubEnv('STAGING_HOST', 'Bücher.Test')
    vi.stubEnv('API_HOST_PROD', 'https://API.unhurried.test/')
    expect(publicHostVariables()).toMatchObject({
      NEXT_PUBLIC_SITE_HOST: 'unhurried.test',
      NEXT_PUBLIC_STAGING_HOST: 'xn--bcher-kva.test',
      NEXT_PUBLIC_API_HOST_PROD: 'https://api.unhurried.test',
      NEXT_PUBLIC_API_HOST_BETA: '',
    })
  })

  test('stop the build if they are wrong', () => {
    vi.stubEnv('API_HOST_BETA', 'notaurl')
    expect(publicHostVariables).toThrow(/^API_HOST_BETA is "notaurl"; it must be an origin/)
  })
})

test('reads second factors', () => {
  const settings = readEnv({ ...production, ...identity, FIREBASE_SECOND_FACTORS: 'totp, phone,totp' })
  expect(settings.identity?.secondFactors).toEqual(['phone', 'totp'])
})

const emulator = { DEPLOYMENT: 'local', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
test.each([
  ['nothing', {}, null],
  [
    'a site key',
    { FIREBASE_APP_CHECK_SITE_KEY: ' 6Lc-a_b ' },
    { provider: 'recaptcha-enterprise', siteKey: '6Lc-a_b' },
  ],
  [
    'a site key of reCAPTCHA v3',
    { FIREBASE_APP_CHECK_SITE_KEY: '6Lc-a_b', FIREBASE_APP_CHECK_PROVIDER: 'recaptcha-v3' },
    { provider: 'recaptcha-v3', siteKey: '6Lc-a_b' },
  ],
  ['a site key with an emulator', { ...emulator, FIREBASE_APP_CHECK_SITE_KEY: '6Lc-a_b' }, null],
])('reads App Check from %s', (_, change, expected) => {
  expect(readEnv({ ...production, ...identity, ...change }).identity?.appCheck).toEqual(expected)
})
