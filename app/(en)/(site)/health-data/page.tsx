import { getLocale } from 'next-intl/server'
import { PrivacyArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('healthData')

export default async function HealthData() {
  return (
    <ProsePage
      path={paths.healthData}
      policy={await readPolicy('health-data', await getLocale())}
      art={<PrivacyArt />}
    />
  )
}
