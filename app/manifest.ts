import type { MetadataRoute } from 'next'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, directionOf, langOf, localPath, type Locale } from '@/lib/locales'
import { siteName } from '@/lib/site'
import { tokens } from '@/lib/tokens'

const background = tokens.light.bg

export async function manifestOf(locale: Locale): Promise<MetadataRoute.Manifest> {
  const t = await translatorOf(locale, 'site')
  return {
    name: siteName,
    short_name: siteName,
    description: t('manifestDescription'),
    lang: langOf(locale),
    dir: directionOf(locale),
    start_url: localPath('/', locale),
    display: 'browser',
    background_color: background,
    theme_color: background,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/app-icon/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/app-icon/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/app-icon/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

export default () => manifestOf(defaultLocale)
