import { TermsArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { PolicyPage } from '@/components/site/policy-page'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('terms')

export default function Terms() {
  return <PolicyPage name="terms" path={paths.terms} art={<TermsArt />} />
}
