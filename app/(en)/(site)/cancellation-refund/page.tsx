import { RefundArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { PolicyPage } from '@/components/site/policy-page'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('refund')

export default function Refund() {
  return <PolicyPage name="refund" path={paths.refund} art={<RefundArt />} />
}
