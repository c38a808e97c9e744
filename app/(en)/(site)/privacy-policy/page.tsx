import { PrivacyArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { PolicyPage } from '@/components/site/policy-page'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('privacy')

export default function Privacy() {
  return <PolicyPage name="privacy" path={paths.privacy} art={<PrivacyArt />} />
}
