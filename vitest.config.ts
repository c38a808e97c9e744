import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: {
      '@': import.meta.dirname,
      // These two mark which side of the build a module belongs to; outside the build they would only throw.
      'server-only': `${import.meta.dirname}/tests/setup/marker.ts`,
      'client-only': `${import.meta.dirname}/tests/setup/marker.ts`,
    },
  },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup/console.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
})
