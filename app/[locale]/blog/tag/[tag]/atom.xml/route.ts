export { GET } from '@/app/(en)/blog/tag/[tag]/atom.xml/route'

export const dynamic = 'force-dynamic'
