/**
 * Who may import whom. Files of the same folder are imported as `./…`, all others as `@/…`.
 * `oxlint.config.ts` turns the rows into lint errors.
 */
type Row = {
  files: string[]
  /** Patterns behind `@/`. */
  may: string[]
  /** Patterns of forbidden packages or files of the same folder. */
  never?: string[]
}

const settings = ['lib/env', 'lib/env/reader', 'lib/mode', 'lib/site-settings', 'lib/service-facts', 'lib/site']
/** Decides who may see drafts. */
const preview = 'lib/preview-cookie'
const react = ['react', 'react/**', 'react-dom', 'react-dom/**', 'next/navigation']
const serverSdks = ['stripe', 'chargebee', 'drizzle-orm', 'drizzle-orm/**', 'pg', 'pino', 'server-only']

const ofComponents = [
  'components/ui/**',
  'components/session/**',
  'lib/contract/**',
  'lib/score',
  'lib/site',
  'lib/tokens',
  'lib/browser/**',
]

/** Where files overlap, the later row wins. */
export const importRules: Row[] = [
  {
    files: ['app/**'],
    may: [
      'app/(en)/blog/lists',
      'app/globals.css',
      'components/**',
      'content/en/pages/**',
      'lib/content/**',
      'lib/i18n/messages',
      'lib/site',
      'lib/service-facts',
      'lib/site-settings',
      'lib/score',
      'lib/tokens',
    ],
    never: serverSdks,
  },
  {
    files: [
      'app/api/**',
      'app/emulator/**',
      'app/identitytoolkit.googleapis.com/**',
      'app/securetoken.googleapis.com/**',
      'app/v0/**',
      'app/%5F_/**',
    ],
    may: ['lib/server/**', 'lib/contract/**', 'lib/content/posts', preview, 'lib/site'],
    never: react,
  },
  // The other languages show the pages of the English root.
  {
    files: ['app/[[]locale]/**', 'app/(en)/(site)/no-page-at-this-address/**', 'app/global-not-found.tsx'],
    may: ['app/**', 'components/**', 'lib/content/**'],
  },
  {
    files: ['instrumentation.ts'],
    may: [
      'lib/content/missing-page',
      'lib/server/process-state',
      'lib/server/start',
      'lib/server/observability/errors',
    ],
  },
  { files: ['instrumentation-client.ts'], may: ['components/site/hydration'] },
  { files: ['components/**'], may: ofComponents, never: serverSdks },
  // Lists of posts share one page with its frame.
  { files: ['components/blog/posts-page.tsx'], may: ['components/site/**', ...ofComponents], never: serverSdks },
  // The sign-in island has folders of its own.
  { files: ['components/auth/**'], may: ['components/auth/**', ...ofComponents], never: serverSdks },
  // The page frame is rendered on the server, where links to other sites are settings.
  {
    files: ['components/site/**'],
    may: [
      ...ofComponents,
      'lib/site-settings',
      'lib/mode',
      'lib/content/pages/app-screens',
      'lib/content/pages/faq',
      'lib/content/pages/page-copy',
      'lib/content/pages/plan',
      'lib/content/pages/policies',
      'lib/i18n/messages',
      'messages/en/failed.json',
    ],
    never: serverSdks,
  },
  { files: ['components/ui/**'], may: ['lib/contract/format', 'lib/score', 'lib/site'], never: serverSdks },
  {
    files: ['lib/browser/**'],
    may: ['lib/contract/**', 'lib/mode', 'lib/site'],
    never: [...serverSdks, 'firebaseui'],
  },
  {
    files: ['lib/content/**'],
    may: [
      'content/**',
      'lib/content/**',
      'lib/contract/**',
      'lib/i18n/messages',
      'lib/not-modified',
      'lib/server/process-state',
      'lib/score',
      preview,
      ...settings,
    ],
    never: react,
  },
  {
    files: ['lib/server/**'],
    may: ['lib/server/**', 'lib/contract/**', 'lib/i18n/messages', 'messages/en/errors.json', preview, ...settings],
    never: [...react, 'client-only'],
  },
  // The route joins users and billing. Billing uses the marks and locks of users, but not their records.
  {
    files: ['lib/server/users/**'],
    may: ['lib/server/**', '!lib/server/billing/**', 'lib/contract/**', 'lib/i18n/messages', ...settings],
    never: react,
  },
  {
    files: ['lib/server/billing/**'],
    may: [
      'lib/server/**',
      '!lib/server/users/users',
      '!lib/server/users/account',
      'lib/contract/**',
      'lib/i18n/messages',
      ...settings,
    ],
    never: react,
  },
  { files: ['lib/*.ts'], may: [], never: [...react, './server/**', './browser/**', './content/**', './contract/**'] },
  // The browser uses the same shape of the widget's settings.
  {
    files: ['lib/env/**'],
    may: ['lib/contract/sign-in', 'lib/mode', 'lib/site-settings', 'lib/site'],
    never: react,
  },
  { files: ['lib/contract/**'], may: [], never: ['**', '!@/lib/locales', '!@/lib/site', '!next-intl', '!zod', '!./*'] },
  {
    files: ['server/**'],
    may: [
      'lib/contract/plan',
      'lib/contract/runtime',
      'lib/server/http/error-page',
      'lib/server/observability/log',
      'lib/server/shutdown',
      'lib/env',
      'lib/env/reader',
      'lib/env/load',
      'lib/mode',
      'lib/not-modified',
      'lib/site-settings',
      preview,
      'lib/server/process-state',
      'lib/server/redis',
      'lib/site',
      'server/**',
    ],
    never: ['next/**'],
  },
  {
    files: ['local/**', 'e2e/**'],
    may: [
      'local/**',
      'e2e/**',
      'lib/contract/**',
      'lib/env/load',
      'lib/server/billing/email-texts',
      'lib/server/billing/notice-texts',
      'lib/server/contact/contact-texts',
      'lib/server/db/file-lock',
      'lib/server/db/schema',
      'tests/hostile/**',
      'tests/setup/**',
      ...settings,
    ],
  },
  { files: ['tests/fakes/**'], may: ['tests/setup/listen'] },
  // Command-line tools are not part of the product.
  {
    files: ['scripts/**'],
    may: ['lib/content/**', 'lib/contract/**', 'lib/env/load', 'lib/site'],
  },
  // The doctor asks vendors through the site's own clients and changes nothing.
  {
    files: ['scripts/doctor/**'],
    may: [
      'lib/content/sources/notion/client',
      'lib/contract/**',
      'lib/server/billing/**',
      'lib/server/db/migrations/**',
      'lib/server/db/schema',
      'lib/server/identity/admin',
      ...settings,
    ],
  },
  {
    files: ['bench/**'],
    may: ['e2e/setup/**', 'local/**', 'tests/setup/**', 'lib/site'],
  },
]

/** The patterns that a row forbids, for the linter. */
export function forbidden({ may, never = [] }: Row): string[] {
  const allowed = ['lib/locales', ...may].map((pattern) =>
    pattern.startsWith('!') ? `@/${pattern.slice(1)}` : `!@/${pattern}`,
  )
  return ['../**', '@/**', ...allowed, ...never, '**/../**']
}
