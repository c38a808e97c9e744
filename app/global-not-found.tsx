import NotFound, { metadata as page } from '@/app/(en)/not-found'
import { Document } from '@/components/site/document'
import { documentMetadata } from '@/components/site/metadata'
import './globals.css'

export const metadata = { ...documentMetadata, ...page }

/** For addresses without a page. Our server sends the one in the address's language. */
export default function GlobalNotFound() {
  return (
    <Document locale="en">
      <NotFound />
    </Document>
  )
}
