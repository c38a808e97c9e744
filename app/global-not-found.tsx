import NotFound, { generateMetadata as metadataOfPage } from '@/app/(en)/not-found'
import { Document } from '@/components/site/document'
import { documentMetadata } from '@/components/site/metadata'
import './globals.css'

export const generateMetadata = async () => ({ ...documentMetadata, ...(await metadataOfPage()) })

/** For addresses without a page. Our server sends the one in the address's language. */
export default function GlobalNotFound() {
  return (
    <Document locale="en">
      <NotFound />
    </Document>
  )
}
