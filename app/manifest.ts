import type { MetadataRoute } from 'next'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, langOf } from '@/lib/locales'
import { siteName } from '@/lib/site'
import { tokens } from '@/lib/tokens'

const background = tokens.light.bg

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await translatorOf(defaultLocale, 'site')
  return {
    name: siteName,
    short_name: siteName,
    description: t('manifestDescription'),
    lang: langOf(defaultLocale),
    start_url: '/',
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
