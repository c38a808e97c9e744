import { PrivacyArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { PolicyPage } from '@/components/site/policy-page'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('healthData')

export default function HealthData() {
  return <PolicyPage name="health-data" path={paths.healthData} art={<PrivacyArt />} />
}
