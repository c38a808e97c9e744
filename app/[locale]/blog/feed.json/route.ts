export { GET } from '@/app/(en)/blog/feed.json/route'

export const dynamic = 'force-dynamic'
