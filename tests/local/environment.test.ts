import { describe, expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { composeEnvironment, productionDatabaseProblem } from '@/local/environment'

describe('the environment of the local stack', () => {
  test('does not complete a partly set group', () => {
    const env = composeEnvironment({ STRIPE_SECRET_KEY: 'sk_test_own' })
    expect(env.STRIPE_API_BASE).toBeUndefined()
    expect(() => readEnv(env)).toThrow(/STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is/)
    expect(env.CHARGEBEE_API_BASE).toBe('http://127.0.0.1:4010')
  })

  const postgres = 'postgres://site:secret@127.0.0.1:5432/site'
  test.each([
    ['a public site with its database', 'https://speech.example', postgres, true],
    ['another origin only', 'https://speech.example', undefined, false],
    ['a database only', undefined, postgres, false],
    ['both, of this machine', 'http://127.0.0.1:3000', postgres, false],
    ['both, by its name', 'http://localhost:3000', postgres, false],
  ])('decides whether to start for %s', (_, SITE_ORIGIN, DATABASE_URL, isRefused) => {
    const problem = productionDatabaseProblem(composeEnvironment({ SITE_ORIGIN, DATABASE_URL }))
    expect(problem.length > 0).toBe(isRefused)
    expect(problem.join()).not.toContain('secret')
  })

  test('ignores blank lines of a copied .env.example', () => {
    const { REVALIDATE_SECRET: _, ...plain } = composeEnvironment({})
    expect(composeEnvironment({ STRIPE_SECRET_KEY: '', SITE_ORIGIN: ' ', DATA_DIR: '' })).toMatchObject(plain)
  })

  test('keeps disabled parts off in processes that read .env', () => {
    const env = composeEnvironment({ DATABASE_URL: '', SMTP_URL: ' ', STRIPE_SECRET_KEY: '' })
    expect(env).toMatchObject({ DATABASE_URL: '', SMTP_URL: '' })
    expect(env.STRIPE_SECRET_KEY).not.toBe('')
    expect(readEnv(env).databaseUrl).toBeNull()
  })

  test('has stand-ins for third-party scripts unless set', () => {
    const scripts = (source: Record<string, string>) => readEnv(composeEnvironment(source)).siteSettings.scripts
    expect(scripts({ LOCAL_VENDORS_PORT: '4100' })).toEqual({
      chat: 'http://localhost:4100/scripts/chat.js',
      analytics: 'http://localhost:4100/scripts/analytics.js',
      heatmap: 'http://localhost:4100/scripts/heatmap.js',
    })
    const own = 'https://chat.example/widget.js'
    expect(scripts({ CHAT_SCRIPT_URL: own })).toEqual({ chat: own, analytics: null, heatmap: null })
  })
})
