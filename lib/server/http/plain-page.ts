import 'server-only'
import { directionOf, langOf, splitPath, type Locale } from '@/lib/locales'
import { siteName } from '@/lib/site'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"'\0]/g, (char) => entities[char] ?? '')

const style = `
:root { color-scheme: light dark; }
body { max-width: 36rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 400; }
form { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: stretch; }
label { margin-top: 1.5rem; font-weight: 600; }
input, textarea { box-sizing: border-box; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; }
textarea { min-height: 12rem; }
form p { margin: 0.25rem 0; }
[aria-invalid] { outline: 2px solid; }
button { justify-self: start; min-height: 3.5rem; margin-top: 1.5rem; padding: 0.5rem 1.75rem; font: inherit; font-weight: 600; }
a { color: inherit; display: inline-block; padding-block: 0.5rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
`

/** Of the page that sent a form or led here. */
export const refererLocale = (headers: Headers): Locale =>
  splitPath(URL.parse(headers.get('referer') ?? '')?.pathname ?? '/').locale

type PlainPage = {
  locale: Locale
  title: string
  /** HTML below the title. */
  body: string
  status: number
  framedBy: 'none' | 'self'
  retryAfter?: number
}

/** A page without scripts, for answers that Next does not render. */
export function plainPage({ locale, title, body, status, framedBy, retryAfter }: PlainPage): Response {
  const html = `<!DOCTYPE html>
<html lang="${langOf(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title.replace(/\.$/, ''))} · ${siteName}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors '${framedBy}'`,
      'X-Frame-Options': framedBy === 'self' ? 'SAMEORIGIN' : 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    },
  })
}
