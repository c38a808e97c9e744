import { readdirSync } from 'node:fs'
import type { NextConfig } from 'next'
import createNextIntlPlugin from 'next-intl/plugin'
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants'
import { publicHostVariables } from './lib/env/reader'
import { writeWidgetVariants } from './lib/i18n/widget-variants'
import { locales, localPath } from './lib/locales'
import { errorPagePaths, limits, paths, postTimes } from './lib/site'
import { baselinePolicy } from './server/csp'
import { commonHeaders, proxied, sharedPaths, strictTransport } from './server/headers'

const inEachLanguage = (path: string) => locales.map((locale) => localPath(path, locale))

/** Page 1 of a list redirects to the list. */
const lists = [paths.blog, paths.tag(':tag'), paths.by(':author')].flatMap(inEachLanguage)

/** Previews are private and not indexed. */
const draftHeaders = inEachLanguage('/blog/:path*').map((source) => ({
  source,
  has: [{ type: 'cookie' as const, key: '__prerender_bypass' }],
  headers: [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }],
}))

const ours: NextConfig = {
  // All other settings are read at start.
  env: { ...publicHostVariables(), SERVICE_FILE: process.env.SERVICE_FILE, PSEUDO_LOCALE: process.env.PSEUDO_LOCALE },
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  expireTime: postTimes.expirePage,
  // `npm run local` skips this to start sooner; `npm test` checks types in a separate step.
  typescript: { ignoreBuildErrors: process.env.BUILD_TYPES === 'off' },
  images: {
    qualities: [limits.imageQuality],
    formats: ['image/avif', 'image/webp'],
    // Only our own pictures, including Notion's at our addresses, are fetched.
    localPatterns: [
      { pathname: '/pictures/**', search: '' },
      { pathname: paths.blogFile('*', '*'), search: '' },
    ],
    deviceSizes: [...limits.imageWidths],
    imageSizes: [],
  },
  redirects: async () => [
    ...lists.map((list) => ({ source: `${list}/page/1`, destination: list, permanent: true })),
    // Password managers open this address.
    { source: '/.well-known/change-password', destination: paths.profile, statusCode: 302 },
  ],
  rewrites: async () => ({
    // No address here has non-ASCII escapes, and invalid ones would cause a 500.
    beforeFiles: [
      ...locales.map((locale) => ({
        source: localPath('/:area(blog|og|therapist)/:rest(.*%(?![0-7][0-9a-fA-F]).*)', locale),
        destination: localPath(errorPagePaths.missing, locale),
      })),
      // Next would fail on backslashes, double slashes and invalid escapes in picture addresses.
      {
        source: '/_next/image',
        missing: [{ type: 'query', key: 'url', value: '/(?:pictures|blog/file)(?:/[\\w-][\\w.-]*)+' }],
        destination: errorPagePaths.missing,
      },
      // Browsers still have the workers of earlier builds, which are replaced by this one.
      ...['/keep.js', '/tools/worker.js'].map((source) => ({ source, destination: '/worker.js' })),
    ],
    afterFiles: [],
    fallback: [],
  }),
  headers: async () => draftHeaders,
  // Loads routes on first use, which halves start time and idle memory.
  experimental: {
    globalNotFound: true,
    preloadEntriesOnStart: false,
    serverSourceMaps: true,
    imgOptMaxInputPixels: limits.picturePixels,
  },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino', 'stripe', 'chargebee'],
  // Client components use `useTranslations` and `useLocale` only; the package's own entry keeps all formatters.
  turbopack: { resolveAlias: { 'next-intl': { browser: 'use-intl/react' } } },
  allowedDevOrigins: ['127.0.0.1'],
}

const withMessages = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: {
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
    createMessagesDeclaration: readdirSync('messages/en').flatMap((file) =>
      file.endsWith('.json') ? `./messages/en/${file}` : [],
    ),
  },
})

const config = withMessages(ours)

const list = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))

/** For hosts that start Next without our server, which replaces them by stricter ones (`server/handler.ts`). */
const securityHeaders = [
  { source: `/:path((?!${proxied}).*)`, headers: list(commonHeaders('/', false)) },
  // Routes with their own policy, such as the contact form, would get two.
  {
    source: String.raw`/:path((?!(?:api|_next)(?:/|$))(?!${proxied})(?!blog/(?:footer|file)/)(?!(?:.*/)?[^/.]*\.[^/]*$).*)`,
    headers: list({ 'Content-Security-Policy': baselinePolicy }),
  },
  { source: '/api/preview', headers: list(commonHeaders('/api/preview', false)) },
  { source: `/:path(${sharedPaths})`, headers: list(commonHeaders('/og/home.png', false)) },
  {
    source: '/:path*',
    has: [{ type: 'header' as const, key: 'x-forwarded-proto', value: 'https' }],
    headers: list({ 'Strict-Transport-Security': strictTransport }),
  },
]

/**
 * Builds get the texts of inline scripts and of the service worker; `next start` gets the bundled cache handler. Builds
 * and development get the sign-in widget in other languages.
 */
export default async function configOf(phase: string): Promise<NextConfig> {
  if (process.env.PSEUDO_LOCALE === 'on' && phase !== PHASE_PRODUCTION_SERVER) {
    const { writePseudoLocale } = await import('./scripts/pseudo-locale.ts')
    writePseudoLocale(import.meta.dirname)
  }
  if (phase === PHASE_PRODUCTION_SERVER) {
    return { ...config, cacheHandler: `${import.meta.dirname}/.next/cache-handler.mjs` }
  }
  writeWidgetVariants(import.meta.dirname, locales.slice(1))
  if (phase !== PHASE_PRODUCTION_BUILD) return config
  const { inlineScriptTexts, serviceWorkerText } = await import('./server/inline-scripts.ts')
  const texts = JSON.stringify(await inlineScriptTexts(publicHostVariables()))
  return {
    ...config,
    headers: async () => [...securityHeaders, ...draftHeaders],
    output: 'standalone',
    compiler: {
      defineServer: { 'process.env.INLINE_SCRIPTS': texts, 'process.env.SERVICE_WORKER': await serviceWorkerText() },
    },
  }
}
