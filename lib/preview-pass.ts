/** Lets a publisher see drafts. Unlike Next's preview cookie, it expires and depends on the current secret. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const cookie = 'unhurried-preview'

const lifeMs = 8 * 60 * 60_000

const signed = (secret: string, ends: string) => createHmac('sha256', secret).update(`preview until ${ends}`).digest()

export function previewCookie(secret: string, isSecure: boolean, now = Date.now()): string {
  const ends = String(now + lifeMs)
  const value = `${ends}.${signed(secret, ends).toString('base64url')}`
  return `${cookie}=${value}; Path=/; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

export const previewCookieEnd = `${cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

export function hasPreviewPass(cookies: string | null | undefined, secret: string | null, now = Date.now()): boolean {
  const [, ends = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${cookie}=(\\d{1,16})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? []
  if (secret === null || signature === '' || Number(ends) <= now) return false
  return timingSafeEqual(signed(secret, ends), Buffer.from(signature, 'base64url'))
}
