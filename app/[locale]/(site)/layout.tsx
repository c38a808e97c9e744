import type { ReactNode } from 'react'

/** Only the languages of the site. Lists of the blog also have pages that no build knows. */
export const dynamicParams = false

export default function SiteLayout({ children }: { children: ReactNode }) {
  return children
}
