import type { MetadataRoute } from 'next'
import { siteName } from '@/lib/site'
import { tokens } from '@/lib/tokens'

const background = tokens.light.bg

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: siteName,
    short_name: siteName,
    description: 'Practice and group calls for people who stutter (stammer).',
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
