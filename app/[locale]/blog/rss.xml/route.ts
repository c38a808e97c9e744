export { GET } from '@/app/(en)/blog/rss.xml/route'

export const dynamic = 'force-dynamic'
