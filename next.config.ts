import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants'
import { builtHosts } from './lib/env/hosts'
import { instead, limits, paths } from './lib/site'

/** Lists whose first page has an address of its own, which a number 1 must not double. */
const lists = [paths.blog, paths.tag(':tag'), paths.by(':author')]

const draftHeaders = [
  {
    // The cookie of a preview: what it shows is nobody else's, and no search engine's.
    source: '/blog/:path*',
    has: [{ type: 'cookie' as const, key: '__prerender_bypass' }],
    headers: [{ key: 'X-Robots-Tag', value: 'noindex, nofollow' }],
  },
]

const config: NextConfig = {
  // Every other setting is read when the process starts.
  env: builtHosts(),
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Seconds. As long as pages of the blog are fresh (`freshFor`): the first reader after a quiet spell waits for a new one.
  expireTime: 300,
  // `npm run local` starts sooner without this check, and `npm test` has it as a step of its own.
  typescript: { ignoreBuildErrors: process.env.BUILD_TYPES === 'off' },
  images: {
    qualities: [limits.imageQuality],
    formats: ['image/avif', 'image/webp'],
    // Pictures of ours, and those of Notion at addresses of ours; nothing else is ever fetched.
    localPatterns: [
      { pathname: '/pictures/**', search: '' },
      { pathname: paths.blogFile('*', '*'), search: '' },
    ],
    deviceSizes: [...limits.imageWidths],
    imageSizes: [],
  },
  redirects: async () => lists.map((list) => ({ source: `${list}/page/1`, destination: list, permanent: true })),
  rewrites: async () => ({
    // An escape that is no ASCII sign is in no address here, and one that cannot be decoded would be answered 500.
    beforeFiles: [
      {
        source: '/:area(blog|og|therapist)/:rest(.*%(?![0-7][0-9a-fA-F]).*)',
        destination: instead.ofMissing,
      },
      // Next takes `/\host/pictures/x` for a picture of ours and fails, as it does on what cannot be decoded, and on two
      // slashes in a row, which lead to one.
      {
        source: '/_next/image',
        missing: [{ type: 'query', key: 'url', value: '/(?:pictures|blog/file)(?:/[\\w-][\\w.-]*)+' }],
        destination: instead.ofMissing,
      },
    ],
    afterFiles: [],
    fallback: [],
  }),
  headers: async () => draftHeaders,
  // Each route is loaded when it is first asked for: a start takes half the time, and an idle process half the memory.
  experimental: { preloadEntriesOnStart: false, serverSourceMaps: true },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino', 'stripe', 'chargebee'],
  allowedDevOrigins: ['127.0.0.1'],
}

/** A build gets the texts of the inline scripts; `next start` gets the cache handler that the build has bundled. */
export default async function configOf(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) {
    return { ...config, cacheHandler: `${import.meta.dirname}/.next/cache-handler.mjs` }
  }
  if (phase !== PHASE_PRODUCTION_BUILD) return config
  const { headerRules, inlineScriptTexts } = await import('./server/build/bundled.ts')
  const texts = JSON.stringify(await inlineScriptTexts(builtHosts()))
  const baseline = await headerRules(builtHosts())
  return {
    ...config,
    headers: async () => [...baseline, ...draftHeaders],
    output: 'standalone',
    compiler: { defineServer: { 'process.env.INLINE_SCRIPTS': texts } },
  }
}
