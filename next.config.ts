import type { NextConfig } from 'next'
import { limits } from './lib/site'

/** Hosts are fixed when the site is built; every other setting is read when the process starts. */
const hosts = ['SITE_HOST', 'STAGING_HOST', 'API_HOST_PROD', 'API_HOST_BETA'] as const

const config: NextConfig = {
  env: Object.fromEntries(hosts.map((name) => [`NEXT_PUBLIC_${name}`, process.env[name] ?? ''])),
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks them, tests and tools included; a person's first start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  cacheHandler: `${import.meta.dirname}/server/page-cache.ts`,
  images: { qualities: [limits.imageQuality] },
  serverExternalPackages: ['@electric-sql/pglite', 'pg', 'pino', 'stripe', 'chargebee'],
  allowedDevOrigins: ['127.0.0.1'],
}

export default config
