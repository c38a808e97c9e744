/** The origin in its addresses is a setting of the running site. */
export const dynamic = 'force-dynamic'

export { feedRoute as GET } from '@/lib/content/feeds/feed'
