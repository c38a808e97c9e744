export { GET } from '@/app/(en)/blog/tag/[tag]/rss.xml/route'

export const dynamic = 'force-dynamic'
