import { defineConfig, devices } from 'playwright/test'
import { browserFlags, ensureBrowser, fullBrowser } from './tests/setup/browser'

const chosen = ensureBrowser()
const full = fullBrowser()
const browser = {
  launchOptions: { executablePath: chosen, args: browserFlags },
  // Set by the global set-up, which runs before the workers read this.
  baseURL: process.env.E2E_ORIGIN,
  // Tracing costs a third of the time, so CI traces only retries.
  trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
} as const

const isFull = process.env.TEST_FULL === '1'
const hasFullBrowser = full !== undefined && full !== chosen

/** Tests tagged `@long` repeat a check for more pages or states. Only `TEST_FULL=1` runs them. */
const skipped = isFull ? [] : [/@long/]

/** Covered on phones by the journeys and by the layout and target checks, so that only a full run repeats them. */
const phoneOnlyInFull =
  /(anonymous|found|journey|keyboard|offline|picture|reading|routes|search|second-factor|second-factor-profile|sign-in|thank-you|tools)\.spec\.ts$/

/** Tests of requests, records and provider answers, which do not depend on the width. */
const sameOnPhones =
  /(account|account-end|account-sign-in|api-hardening|before-script|budgets|embedded|deferred-[a-z]+|hydration|islands|loads|page-cache|partition|plan|plan-after-paying|return-address|sync|tenants)\.spec\.ts$/

/** Every test runs on a desktop, and on a phone where the phone differs. All tests share one local stack. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/setup/global.ts',
  // A busy machine may be three times slower. Speed is measured in `bench/`.
  timeout: process.env.CI ? 180_000 : 90_000,
  expect: { timeout: process.env.CI ? 30_000 : 15_000 },
  // Retries in CI only; the run lists tests that needed one.
  retries: process.env.CI ? 2 : 0,
  // On two cores, two workers leave the machine idle for 40 % of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    {
      name: 'desktop',
      use: { ...browser, viewport: { width: 1280, height: 800 } },
      grepInvert: hasFullBrowser ? [/@full/, ...skipped] : skipped,
    },
    {
      name: 'phone',
      use: { ...browser, ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      grepInvert: [/@once/, ...skipped],
      testIgnore: isFull ? sameOnPhones : [sameOnPhones, phoneOnlyInFull],
    },
    // The headless shell reports every connection as fast and has no tabs; `@full` tests depend on both.
    ...(hasFullBrowser
      ? [
          {
            name: 'full-browser',
            use: {
              ...browser,
              launchOptions: { executablePath: full, args: browserFlags },
              viewport: { width: 1280, height: 800 },
            },
            grep: /@full/,
            grepInvert: skipped,
          },
        ]
      : []),
  ],
})
