import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { earlyScript } from '@/components/session/early'
import { SessionStarter } from '@/components/session/starter'
import { menuScript } from '@/components/site/menu'
import { builtOrigin } from '@/lib/content/origin'
import { siteName } from '@/lib/site'
import './globals.css'

/** One file of 20 kB; `optional` never delays the first paint and never moves what has been painted. */
const figtree = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  variable: '--figtree',
})

export const metadata: Metadata = {
  metadataBase: builtOrigin(),
  applicationName: siteName,
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' }

/**
 * The static frame of the document: it reads neither cookies nor headers. What depends on the person
 * is set on the root before the first paint by the inline script, so the root differs from what was sent.
 */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={figtree.variable} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: `${earlyScript};${menuScript}` }} />
      </head>
      <body>
        {children}
        <SessionStarter />
      </body>
    </html>
  )
}
