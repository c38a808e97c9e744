import type { MetadataRoute } from 'next'
import { siteName } from '@/lib/site'

/** A manifest cannot read the style sheet: this is its light ground. */
const ground = '#fbfaf7'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: siteName,
    short_name: siteName,
    description: 'Education and practice for people who stutter (stammer).',
    start_url: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
}
