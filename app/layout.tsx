import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { SessionStarter } from '@/components/session/starter'
import { footScript } from '@/components/site/foot-script'
import { headScript } from '@/components/site/head-script'
import { builtOrigin } from '@/lib/content/origin'
import { siteName } from '@/lib/site'
import './globals.css'

/**
 * One file of 20 kB; `optional` never delays the first paint and never moves what has been painted. Fetched ahead of
 * the page's text it would only take the line from it.
 */
const figtree = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  preload: false,
  variable: '--figtree',
})

export const metadata: Metadata = {
  metadataBase: builtOrigin(),
  applicationName: siteName,
  // Naming one icon here replaces what Next finds by the file's name, so both stand here.
  icons: { icon: [{ url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }], apple: '/app-icon/180.png' },
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
}

/**
 * The static frame of the document: it reads neither cookies nor headers. What depends on the person
 * is set on the root before the first paint by the inline script, so the root differs from what was sent.
 */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB" className={figtree.variable} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body>
        {children}
        <SessionStarter />
        <script dangerouslySetInnerHTML={{ __html: footScript }} />
      </body>
    </html>
  )
}
