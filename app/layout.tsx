import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { SessionStarter } from '@/components/session/starter'
import { ErrorReporter } from '@/components/site/error-reporter'
import { footScript } from '@/components/site/foot-script'
import { headScript } from '@/components/site/head-script'
import { feedAlternates } from '@/components/site/metadata'
import { browserScript } from '@/components/site/frame-scripts'
import { ServedPage } from '@/components/site/served-page'
import { originAtBuild, previewHostList } from '@/lib/site-settings'
import { siteName } from '@/lib/site'
import './globals.css'

/** Optional: a page that paints before it has arrived keeps the fallback, so that nothing moves. */
const figtree = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  variable: '--figtree',
})

export const metadata: Metadata = {
  metadataBase: originAtBuild(),
  applicationName: siteName,
  alternates: { types: feedAlternates() },
  // Setting one icon disables Next's file convention for the other.
  icons: { icon: [{ url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }], apple: '/app-icon/180.png' },
  formatDetection: { telephone: false, email: false, address: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
}

/** Static: it reads no cookies or headers. An inline script sets what depends on the visitor before the first paint. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <ServedPage>
      <html lang="en-GB" className={figtree.variable} data-preview-hosts={previewHostList()} suppressHydrationWarning>
        <head>
          <script dangerouslySetInnerHTML={{ __html: browserScript }} />
          <script dangerouslySetInnerHTML={{ __html: headScript }} />
        </head>
        <body>
          {children}
          <SessionStarter />
          <ErrorReporter />
          <script dangerouslySetInnerHTML={{ __html: footScript }} />
        </body>
      </html>
    </ServedPage>
  )
}
