/**
 * A signed cookie that lets a publisher's browser see drafts. Next's own preview cookie never expires during a build;
 * this one does, and a new secret ends it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const cookie = 'unhurried-preview'

const lifeMs = 8 * 60 * 60_000

const signed = (secret: string, ends: string) => createHmac('sha256', secret).update(`preview until ${ends}`).digest()

/** The value of `Set-Cookie` that starts a preview. */
export function previewCookie(secret: string, isSecure: boolean, now = Date.now()): string {
  const ends = String(now + lifeMs)
  const value = `${ends}.${signed(secret, ends).toString('base64url')}`
  return `${cookie}=${value}; Path=/; Max-Age=${lifeMs / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** The value of `Set-Cookie` that ends it. */
export const previewCookieEnd = `${cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/**
 * Whether a request may see drafts.
 * @param cookies the `Cookie` header
 * @param secret null allows nobody
 */
export function hasPreviewPass(cookies: string | null | undefined, secret: string | null, now = Date.now()): boolean {
  const [, ends = '', signature = ''] =
    new RegExp(`(?:^|;\\s*)${cookie}=(\\d{1,16})\\.([\\w-]{43})(?:;|$)`).exec(cookies ?? '') ?? []
  if (secret === null || signature === '' || Number(ends) <= now) return false
  return timingSafeEqual(signed(secret, ends), Buffer.from(signature, 'base64url'))
}
