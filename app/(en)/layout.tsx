import type { ReactNode } from 'react'
import { Document } from '@/components/site/document'
import '@/app/globals.css'

export { documentMetadata as metadata, viewport } from '@/components/site/metadata'

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Document locale="en">{children}</Document>
}
