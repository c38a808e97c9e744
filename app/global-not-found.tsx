import { Document } from '@/components/site/document'
import { documentMetadata } from '@/components/site/metadata'
import { MissingPage, missingMetadata } from '@/components/site/missing-page'
import './globals.css'

export const generateMetadata = async () => ({ ...documentMetadata, ...(await missingMetadata()) })

/** For addresses without a page. Our server sends the one in the address's language. */
export default function GlobalNotFound() {
  return (
    <Document locale="en">
      <MissingPage />
    </Document>
  )
}
