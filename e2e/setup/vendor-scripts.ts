/** A stack with embedded payment forms, and stubs for the vendors' scripts. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { startOwnStack } from './stack'
import { test as base } from './test'

export const scriptHosts = { stripe: 'https://js.stripe.com/**', chargebee: 'https://js.chargebee.com/**' } as const
const pageHosts = { stripe: 'https://checkout.stripe.com/**', chargebee: 'https://local.chargebee.com/**' } as const
export type Vendor = keyof typeof scriptHosts

export type Forms = Awaited<ReturnType<typeof startForms>>

const body = (vendor: Vendor) => readFileSync(`e2e/setup/vendor-script-${vendor}.js`, 'utf8')

async function startForms() {
  const keys = { STRIPE_PUBLISHABLE_KEY: 'pk_test_local', CHARGEBEE_CHECKOUT_SITE: 'local' }
  const { origin, vendors, stop } = await startOwnStack(keys)
  return {
    origin,
    vendors,
    /** Serves the vendor's script stub, and the stand-in's pages at the vendor's addresses. */
    async serve(page: Page, vendor: Vendor) {
      await page.route(pageHosts[vendor], async (route) => {
        const { pathname, search } = new URL(route.request().url())
        await route.fulfill({ response: await route.fetch({ url: vendors + pathname + search, maxRedirects: 0 }) })
      })
      await page.route(scriptHosts[vendor], (route) =>
        route.fulfill({ contentType: 'text/javascript', body: body(vendor).replaceAll('@vendors', vendors) }),
      )
    },
    stop,
  }
}

export const test = base.extend<object, { forms: Forms }>({
  forms: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const forms = await startForms()
      await use(forms)
      await forms.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ forms }, use) => use(forms.origin),
})
