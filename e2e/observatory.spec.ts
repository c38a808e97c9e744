import { paths } from '@/lib/site'
import { observatory } from './setup/observatory'
import { startPostsSite } from './setup/posts-site'
import { samplePost } from './setup/routes'
import { expect, test } from './setup/test'

/** Production settings with every host that the policy may name; none of them is contacted. */
const production = (host: string) => ({
  DEPLOYMENT: 'production',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: host,
  FIREBASE_PROJECT_ID: 'project',
  FIREBASE_APP_ID: 'app',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  STRIPE_PRICE_IDS: 'price_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  CHARGEBEE_SITE: 'none-test',
  CHARGEBEE_API_KEY: 'none',
  CHARGEBEE_WEBHOOK_USER: 'none',
  CHARGEBEE_WEBHOOK_PASSWORD: 'a password nobody guesses',
  CHARGEBEE_ITEM_PRICE_IDS: 'none-USD',
  CHARGEBEE_CHECKOUT_SITE: 'none-test',
  CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
  ANALYTICS_SCRIPT_URL: 'https://counts.example/c.js',
})

test('Mozilla’s HTTP Observatory grades every kind of page A+ @once @long', async () => {
  test.setTimeout(240_000)
  const tls = await observatory()
  const { host } = new URL(tls.origin)
  const site = await startPostsSite('content/posts', { SITE_ORIGIN: tls.origin, ...production(host) })
  try {
    tls.over(site.origin)
    for (const path of [paths.home, samplePost, paths.auth, paths.profile, paths.pricing]) {
      // The first rendering waits for price requests that fail here.
      await fetch(site.origin + path)
      const { grade, status, outcomes } = await tls.grade(path)
      expect({ path, grade, status }, JSON.stringify(outcomes)).toEqual({ path, grade: 'A+', status: 200 })
    }
    const careless = await tls.grade(paths.home, (response) => {
      response.setHeader('content-security-policy', "script-src 'self' 'unsafe-inline'")
    })
    expect(careless.grade, 'a grade that always is the best would say nothing').not.toMatch(/^A/)
  } finally {
    await site.stop()
    tls.stop()
  }
})
