/** Headers that every answer carries, whatever it is. */
import { isPassedOn } from './addresses'

/** What no page here uses; the last two only within a payment form, whose frame is allowed them by its host. */
const switchedOff = [
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

/** A payment form's own frame may offer the wallets of the device. */
const permissions = [
  ...switchedOff.map((name) => `${name}=()`),
  'payment=(self "https://js.stripe.com" "https://checkout.stripe.com")',
].join(', ')

/** Its address holds a secret; Next sends no header of a route that is set before it is asked. */
const isSecret = (pathname: string) => /^\/api\/preview\/?$/.test(pathname)

/** Two years, for this host alone: what else lives under the domain is not ours to decide. */
const strictTransport = 'max-age=63072000'

/** Pictures and feeds are shown by readers and networks on pages of theirs. */
const isShared = (pathname: string) =>
  /^\/(og|pictures|app-icon|_next\/image|blog\/file)\b|\.(svg|png|ico|xml|webmanifest)$|^\/blog\/.*feed\.json$/.test(
    pathname,
  )

/**
 * The headers of an answer from this address. Pages of the identity service that are passed on keep their own
 * rules: a window that leads to another provider must stay in touch with the page that opened it.
 * @param https whether people reach the site by HTTPS
 */
export function commonHeaders(pathname: string, https: boolean): Record<string, string> {
  const always = {
    'X-Content-Type-Options': 'nosniff',
    ...(https && { 'Strict-Transport-Security': strictTransport }),
  }
  if (isPassedOn(pathname)) return always
  return {
    ...always,
    'Referrer-Policy': isSecret(pathname) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Permissions-Policy': permissions,
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': isShared(pathname) ? 'cross-origin' : 'same-origin',
  }
}
