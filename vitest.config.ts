import { defineConfig } from 'vitest/config'

const shared = {
  resolve: {
    alias: {
      '@': import.meta.dirname,
      // The real modules throw outside a build for the server or the browser.
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
      // Components are rendered without a provider, in English.
      'next-intl/server': `${import.meta.dirname}/tests/setup/next-intl-server.ts`,
      'next-intl': `${import.meta.dirname}/tests/setup/next-intl.tsx`,
      'client-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

const options = {
  sequence: { setupFiles: 'list' as const },
  setupFiles: ['tests/setup/fresh-file.ts', 'tests/setup/console.ts'],
  // Generous, because CI machines can be slow.
  testTimeout: 90_000,
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 120_000,
  restoreMocks: true,
  // CI machines are shared, and some tests race real timeouts.
  retry: process.env.CI ? 1 : 0,
}

/** Files share a process, because loading the libraries takes longer than most tests; tests/setup/fresh-file.ts. */
const together = { ...options, isolate: false }

const withPostgres = process.env.TEST_POSTGRES !== 'off'

const serverTests = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`)

/** Repeated on the embedded database, which all journeys use. Without Postgres, all tests run on it. */
const alsoOnEmbedded = serverTests('embedded-end', 'jobs', 'sync')

const componentTests = 'tests/components/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    // More than a small machine has cores, because many tests wait for timeouts.
    maxWorkers: 5,
    projects: [
      {
        ...shared,
        test: { ...together, name: 'components', include: [componentTests], environment: 'happy-dom' },
      },
      {
        ...shared,
        test: {
          ...together,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [componentTests, 'tests/server/**', 'tests/deploy/**', 'tests/engines/**'],
        },
      },
      {
        ...shared,
        test: {
          ...together,
          name: 'pglite',
          include: withPostgres ? alsoOnEmbedded : ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/setup/embedded.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...options,
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          globalSetup: ['tests/deploy/build.ts'],
        },
      },
      { ...shared, test: { ...options, name: 'engines', include: ['tests/engines/**/*.test.ts'], retry: 0 } },
      ...(withPostgres
        ? [
            {
              ...shared,
              test: {
                ...together,
                name: 'postgres',
                include: ['tests/server/**/*.test.ts'],
                globalSetup: ['tests/setup/databases.ts'],
                env: { TEST_ENGINE: 'postgres' },
              },
            },
          ]
        : []),
    ],
  },
})
