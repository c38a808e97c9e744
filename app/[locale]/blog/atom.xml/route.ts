export { GET } from '@/app/(en)/blog/atom.xml/route'

export const dynamic = 'force-dynamic'
