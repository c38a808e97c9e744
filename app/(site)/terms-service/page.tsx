import type { Metadata } from 'next'
import { TermsArt } from '@/components/site/head-art'
import { pageMetadata } from '@/components/site/metadata'
import { ProsePage } from '@/components/site/prose-page'
import { readPolicy } from '@/lib/content/pages/policies'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const metadata: Metadata = pageMetadata(pages.terms)

export default async function Terms() {
  return <ProsePage path={paths.terms} policy={await readPolicy('terms')} art={<TermsArt />} />
}
