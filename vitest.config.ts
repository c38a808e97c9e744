import { defineConfig } from 'vitest/config'

const shared = {
  resolve: {
    alias: {
      '@': import.meta.dirname,
      // The real modules throw outside a build for the server or the browser.
      'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
      'client-only': `${import.meta.dirname}/node_modules/server-only/empty.js`,
    },
  },
}

const options = {
  setupFiles: ['tests/setup/console.ts'],
  // Generous, because CI machines can be slow.
  testTimeout: 90_000,
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 120_000,
  restoreMocks: true,
  // CI machines are shared, and some tests race real timeouts.
  retry: process.env.CI ? 1 : 0,
}

const withPostgres = process.env.TEST_POSTGRES !== 'off'

/** Tests that do not depend on the database engine run once. */
const engineIndependent = [
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
    // More than a small machine has cores, because many tests wait for timeouts.
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
        test: {
          ...options,
          name: 'pglite',
          include: ['tests/server/**/*.test.ts'],
          exclude: withPostgres ? engineIndependent : [],
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
