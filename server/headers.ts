/** Headers of every answer. */
import { isProxied } from './html/areas'

const disabledFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const permissions = [
  ...disabledFeatures.map((name) => `${name}=()`),
  'payment=(self "https://js.stripe.com" "https://checkout.stripe.com")',
].join(', ')

const isSecret = (pathname: string) => /^\/api\/preview\/?$/.test(pathname)

/** Two years, without subdomains, which may lack HTTPS. */
export const strictTransport = 'max-age=63072000'

export const sharedPaths = String.raw`(?:og|pictures|app-icon|_next/image|blog/file)\b.*|.*\.(?:svg|png|ico|xml|webmanifest)|blog/.*feed\.json`
const sharedPath = new RegExp(`^/(?:${sharedPaths})$`)

/** Proxied pages need access to their opener. */
export function commonHeaders(pathname: string, https: boolean): Record<string, string> {
  const securityHeaders = {
    'X-Content-Type-Options': 'nosniff',
    ...(https && { 'Strict-Transport-Security': strictTransport }),
  }
  if (isProxied(pathname)) return securityHeaders
  return {
    ...securityHeaders,
    'Referrer-Policy': isSecret(pathname) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': sharedPath.test(pathname) ? 'cross-origin' : 'same-origin',
  }
}
