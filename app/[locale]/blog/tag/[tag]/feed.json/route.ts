export { GET } from '@/app/(en)/blog/tag/[tag]/feed.json/route'

export const dynamic = 'force-dynamic'
