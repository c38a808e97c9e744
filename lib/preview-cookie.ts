/** Lets a publisher see drafts. Unlike Next's preview cookie, it expires and depends on the current secret. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const cookieName = 'unhurried-preview'

const lifetimeMs = 8 * 60 * 60_000

const signExpiry = (secret: string, expiresAt: string) =>
  createHmac('sha256', secret).update(`preview until ${expiresAt}`).digest()

export function previewCookie(secret: string, isSecure: boolean, now = Date.now()): string {
  const expiresAt = String(now + lifetimeMs)
  const value = `${expiresAt}.${signExpiry(secret, expiresAt).toString('base64url')}`
  return `${cookieName}=${value}; Path=/; Max-Age=${lifetimeMs / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export const expiredPreviewCookie = `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

export function hasValidPreviewCookie(
  cookies: string | null | undefined,
  secret: string | null,
  now = Date.now(),
): boolean {
  const [, expiresAt = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${cookieName}=(\\d{1,16})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? []
  if (secret === null || signature === '' || Number(expiresAt) <= now) return false
  return timingSafeEqual(signExpiry(secret, expiresAt), Buffer.from(signature, 'base64url'))
}

const draftCookies = new Set([cookieName, '__prerender_bypass', '__next_preview_data'])

/** Our preview cookie and Next's, one of each. */
export function previewCookiesOf(cookies: string): string {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  const byName = new Map(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair]))
  return [...byName].flatMap(([name, pair]) => (draftCookies.has(name) ? pair : [])).join('; ')
}
