import type { Metadata } from 'next'
import { ErrorPage } from '@/components/site/error-page'
import { siteName } from '@/lib/site'

export const metadata: Metadata = {
  title: `Something went wrong · ${siteName}`,
  robots: { index: false, follow: false },
}

/** Sent by the server in place of a failed page; works without script. */
export default function SomethingWentWrongPage() {
  return <ErrorPage isPage />
}
