import { defineConfig } from 'vitest/config'

const shared = {
  resolve: {
    alias: {
      '@': import.meta.dirname,
      // These two mark which side of the build a module belongs to; outside the build they would only throw.
      'server-only': `${import.meta.dirname}/tests/setup/marker.ts`,
      'client-only': `${import.meta.dirname}/tests/setup/marker.ts`,
    },
  },
}

const options = {
  setupFiles: ['tests/setup/console.ts'],
  // A busy machine is no failure: what is waited for comes late there.
  testTimeout: 90_000,
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 120_000,
  restoreMocks: true,
  // CI machines are shared, and some tests race real timeouts.
  retry: process.env.CI ? 1 : 0,
}

const withPostgres = process.env.TEST_POSTGRES !== 'off'

/** What asks vendors, reads tokens or writes logs, and would say the same over either database: once is enough. */
const alikeOnBoth = [
  'tests/server/provider/**',
  ...[
    'emulated-identity',
    'end-sessions',
    'end-sessions-off',
    'hostile-addresses',
    'identity',
    'limits-order',
    'logs',
    'metrics',
    'outcomes',
    'identity-proxy',
    'publishing',
    'tokens',
  ].map((name) => `tests/server/${name}.test.ts`),
]

/** Tests of lib/server and app/api run twice: on the embedded database and on Postgres. */
export default defineConfig({
  test: {
    // More than the cores of a small machine: many tests wait for a time-out.
    maxWorkers: 5,
    projects: [
      {
        ...shared,
        test: {
          ...options,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/deploy/**'],
        },
      },
      {
        ...shared,
        // The first test of a file opens the embedded database, which takes its time on a busy machine.
        test: {
          ...options,
          name: 'pglite',
          include: ['tests/server/**/*.test.ts'],
          exclude: withPostgres ? alikeOnBoth : [],
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
      ...(withPostgres
        ? [
            {
              ...shared,
              test: {
                ...options,
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
