import { feedRoute } from '@/lib/content/feeds/feed'

/** The origin in its addresses is a setting of the running site. */
export const dynamic = 'force-dynamic'

export const GET = feedRoute('atom')
