import { getLocale } from 'next-intl/server'
import { PrivacyArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('privacy')

export default async function Privacy() {
  return <ProsePage path={paths.privacy} policy={await readPolicy('privacy', await getLocale())} art={<PrivacyArt />} />
}
