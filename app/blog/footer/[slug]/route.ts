import { readPost } from '@/lib/content/posts'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, langOf, localeOfTag } from '@/lib/locales'
import { postTimes } from '@/lib/site'

export const dynamic = 'force-dynamic'

/** An opaque origin that can load nothing, because readers have not consented. */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

type Props = { params: Promise<{ slug: string }> }

/** A post's footer code as a document of its own; 404 if it may not run. `lang` names a translation. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const locale = localeOfTag(new URL(request.url).searchParams.get('lang') ?? '') ?? defaultLocale
  const post = await readPost((await params).slug, locale)
  const headers = { 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex', 'X-Content-Type-Options': 'nosniff' }
  if (!post?.runsFooter || post.codeInjectionFooter === null) {
    return new Response('Not found', { status: 404, headers: { ...headers, 'Cache-Control': 'no-store' } })
  }
  const title = (await translatorOf(locale, 'blog'))('footerTitle')
  const lang = locale === defaultLocale ? locale : langOf(locale)
  const html = `<!doctype html>\n<html lang="${lang}">\n<meta charset="utf-8">\n<title>${title}</title>\n${post.codeInjectionFooter}\n`
  const cacheControl = `public, max-age=${postTimes.browserCache}`
  return new Response(html, {
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': cacheControl },
  })
}
