import { NextIntlClientProvider } from 'next-intl'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { SessionStarter } from '@/components/session/starter'
import { messagesOf } from '@/lib/i18n/messages'
import { directionOf, langOf, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'
import { previewHostList } from '@/lib/site-settings'
import { ErrorReporter } from './error-reporter'
import { footScript } from './foot-script'
import { headScript } from './head-script'
import { browserScript } from './frame-scripts'
import { ServedPage } from './served-page'

/** Optional: a page that paints before it has arrived keeps the fallback, so that nothing moves. */
const figtree = localFont({
  src: '../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  variable: '--figtree',
})

/** Static: it reads no cookies or headers. An inline script sets what depends on the visitor before the first paint. */
export const Document = async ({ locale, children }: { locale: Locale; children: ReactNode }) => (
  <ServedPage>
    <html
      lang={langOf(locale)}
      dir={directionOf(locale)}
      className={figtree.variable}
      data-preview-hosts={previewHostList()}
      data-failed={JSON.stringify({ ...(await messagesOf(locale)).failed, home: localPath(paths.home, locale) })}
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: browserScript }} />
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body>
        <NextIntlClientProvider locale={locale} messages={null}>
          {children}
          <SessionStarter />
          <ErrorReporter />
        </NextIntlClientProvider>
        <script dangerouslySetInnerHTML={{ __html: footScript }} />
      </body>
    </html>
  </ServedPage>
)
