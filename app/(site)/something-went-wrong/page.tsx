import type { Metadata } from 'next'
import { Mishap } from '@/components/site/mishap'
import { siteName } from '@/lib/site'

export const metadata: Metadata = {
  title: `Something went wrong · ${siteName}`,
  robots: { index: false, follow: false },
}

/** What the site's server sends in place of a page that failed: it needs no script to be read. */
export default function MishapPage() {
  return <Mishap isPage />
}
