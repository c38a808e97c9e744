import { defineConfig, type OxlintOverride } from 'oxlint'
import { forbidden, law } from './import-law.ts'

const message = 'The import law (import-law.ts) does not allow this crossing.'
const crossings = law.map((row): OxlintOverride => ({
  files: row.files,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group: forbidden(row), message }] }] },
}))

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'nextjs', 'import', 'unicorn', 'promise', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  env: { builtin: true, browser: true, node: true },
  ignorePatterns: ['.next', '.data', '.cache', 'next-env.d.ts', 'lib/server/db/migrations'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    // The import law sees imports alone: not `require`, and not a type that is imported where it is used.
    'typescript/no-require-imports': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
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
  overrides: [
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    // What takes the place of a module in a test has the type of that module.
    { files: ['tests/**', 'e2e/**'], rules: { 'typescript/consistent-type-imports': 'off' } },
    ...crossings,
  ],
})
