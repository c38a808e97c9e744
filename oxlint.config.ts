import { defineConfig, type OxlintOverride } from 'oxlint'
import { forbidden, importRules } from './import-rules.ts'

const message = 'import-rules.ts forbids this import.'
const importOverrides = importRules.map((row): OxlintOverride => ({
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
    // `no-restricted-imports` does not see `require` or inline type imports.
    'typescript/no-require-imports': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // Off: matters of taste, or wrong for this code.
    'no-shadow': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'react/react-in-jsx-scope': 'off',
    // Messages take functions for their tags, and the document is not under `app`.
    'react/no-unstable-nested-components': 'off',
    'nextjs/no-head-element': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-module-specifiers': 'off',
    'promise/always-return': 'off',
    'oxc/no-map-spread': 'off',
    'promise/no-callback-in-promise': 'off',
    'typescript/no-extraneous-class': 'off',
    // Names of firebase-tools start with underscores.
    'no-underscore-dangle': 'off',
    // Sequential calls are often intended: migrations, retries.
    'no-await-in-loop': 'off',
  },
  overrides: [
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
    {
      // `toSorted` and `toReversed` are newer than the browsers in `browserslist` (package.json).
      files: ['components/**', 'lib/browser/**', 'lib/contract/**'],
      rules: { 'unicorn/no-array-sort': 'off', 'unicorn/no-array-reverse': 'off' },
    },
    // Words are in `messages`.
    {
      files: ['app/**', 'components/**'],
      rules: { 'react/jsx-no-literals': ['error', { allowedStrings: ['…', '•'], ignoreProps: true }] },
    },
    // Module mocks have the type `typeof import()`.
    { files: ['tests/**', 'e2e/**'], rules: { 'typescript/consistent-type-imports': 'off' } },
    ...importOverrides,
  ],
})
