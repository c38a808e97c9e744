/** Depends on the running site's settings. */
export const dynamic = 'force-dynamic'

export { sitemapEntries as default } from '@/lib/content/pages/sitemap'
