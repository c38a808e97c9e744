import { defineConfig } from 'oxlint'
import { forbidden, law } from './import-law.ts'

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'nextjs', 'import', 'unicorn', 'promise', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true, browser: true, node: true },
  ignorePatterns: ['.next', '.data', '.cache', 'next-env.d.ts', 'lib/server/db/migrations'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': 'error',
    // Off: matters of taste, or wrong for this code.
    'no-shadow': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-module-specifiers': 'off',
    'promise/always-return': 'off',
    'oxc/no-map-spread': 'off',
    'promise/no-callback-in-promise': 'off',
    'typescript/no-extraneous-class': 'off',
    // The emulators of firebase-tools are reached by their own names.
    'no-underscore-dangle': 'off',
    // One call after another is often the point: migrations, retries, a bounded number of asks.
    'no-await-in-loop': 'off',
  },
  overrides: law.map((row) => ({
    files: row.files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: forbidden(row), message: 'The import law (import-law.ts) does not allow this crossing.' },
          ],
        },
      ],
    },
  })),
})
