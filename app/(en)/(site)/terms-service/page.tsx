import { getLocale } from 'next-intl/server'
import { TermsArt } from '@/components/site/art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { paths } from '@/lib/site'

export const generateMetadata = () => pageMetadata('terms')

export default async function Terms() {
  return <ProsePage path={paths.terms} policy={await readPolicy('terms', await getLocale())} art={<TermsArt />} />
}
