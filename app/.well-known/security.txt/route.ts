import { absoluteUrl, siteSettings } from '@/lib/site-settings'

/** The contact address and the origin are settings of the running site. */
export const dynamic = 'force-dynamic'

/** RFC 9116 recommends less than a year. */
const validDays = 180

export function GET(): Response {
  const expires = new Date(Date.now() + validDays * 86_400_000)
  const lines = [
    `Contact: mailto:${siteSettings().mail}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${absoluteUrl('/.well-known/security.txt')}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
