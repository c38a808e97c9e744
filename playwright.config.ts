import { defineConfig, devices } from 'playwright/test'
import { browserFlags, ensureBrowser, fullBrowser } from './tests/setup/browser'

const chosen = ensureBrowser()
const full = fullBrowser()
const browser = {
  launchOptions: { executablePath: chosen, args: browserFlags },
  // Set by the global set-up, which runs before the workers read this.
  baseURL: process.env.E2E_ORIGIN,
  // Recording costs a third of the time; where nobody watches, only the second try is recorded.
  trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
} as const

/**
 * What is about requests, records and the provider's answers, and is the same at every width; and what the
 * layout, fit and target specs hold at 320 pixels anyway. `TEST_FULL=1` runs the latter here too.
 */
const heldElsewhere =
  process.env.TEST_FULL === '1' ? /$^/ : /(anonymous|found|keyboard|offline|picture|reading|routes|search)\.spec\.ts$/
const sameOnPhones =
  /(account|account-end|api-hardening|before-script|budgets|embedded|held-scripts|hostile-[a-z]+|hydration|loads|page-cache|partition|plan|plan-after-paying|return-address|sign-in-flows|sign-in-flows-hidden|sync|tenants)\.spec\.ts$/

/** Every journey at a desk, and on a phone what is another there. One local stack serves all of them, on free ports. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/setup/global.ts',
  // A machine that others use may be three times slower in one hour than in the next; how long things take is measured
  // in `bench/`.
  timeout: process.env.CI ? 180_000 : 90_000,
  expect: { timeout: process.env.CI ? 30_000 : 15_000 },
  // A browser that hangs on a busy machine is tried again where nobody watches; the run names at its end what needed it.
  retries: process.env.CI ? 2 : 0,
  // More than the cores of a small machine: with two, they are idle for four tenths of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: 'desk', use: { ...browser, viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      use: { ...browser, ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      grepInvert: /@once/,
      testIgnore: [sameOnPhones, heldElsewhere],
    },
    // The quick shell takes every line for a fast one and has no tabs: what hangs on that is tested in both.
    ...(full && full !== chosen
      ? [
          {
            name: 'full-browser',
            use: {
              ...browser,
              launchOptions: { executablePath: full, args: browserFlags },
              viewport: { width: 1280, height: 800 },
            },
            grep: /@full/,
          },
        ]
      : []),
  ],
})
