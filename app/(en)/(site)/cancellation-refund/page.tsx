import { getLocale } from 'next-intl/server'
import { RefundArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('refund')

export default async function Refund() {
  return <ProsePage path={paths.refund} policy={await readPolicy('refund', await getLocale())} art={<RefundArt />} />
}
