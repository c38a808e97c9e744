import { PrivacyArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata = pageMetadata(pages.healthData)

export default async function HealthData() {
  return <ProsePage path={paths.healthData} policy={await readPolicy('health-data')} art={<PrivacyArt />} />
}
