import { defineConfig, devices } from 'playwright/test'
import { browserFlags, ensureBrowser } from './tests/setup/browser'

const browser = {
  launchOptions: { executablePath: ensureBrowser(), args: browserFlags },
  // Set by the global set-up, which runs before the workers read this.
  baseURL: process.env.E2E_ORIGIN,
  // Tracing costs a third of the time. `npx playwright test FILE --trace on` records one.
  trace: 'on-first-retry',
} as const

/** What differs on a phone, and the whole way to a plan. */
const onPhones = /(journey|menu)\.spec\.ts$/

/** All tests share one local stack. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/setup/global.ts',
  // A busy machine may be three times slower. Speed is measured in `bench/`.
  timeout: process.env.CI ? 180_000 : 90_000,
  expect: { timeout: process.env.CI ? 30_000 : 15_000 },
  // A broken site fails every test slowly.
  maxFailures: process.env.CI ? 20 : 0,
  globalTimeout: process.env.CI ? 45 * 60_000 : 0,
  // Retries in CI only; the run lists tests that needed one.
  retries: process.env.CI ? 2 : 0,
  // On two cores, two workers leave the machine idle for 40 % of the time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    // First, because its journey is the longest.
    {
      name: 'phone',
      use: { ...browser, ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
      testMatch: onPhones,
    },
    {
      name: 'desktop',
      use: { ...browser, viewport: { width: 1280, height: 800 } },
      testIgnore: onPhones,
    },
  ],
})
