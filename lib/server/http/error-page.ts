/** A self-contained page in any language, for when Next cannot render its error page. */
import { directionOf, langOf, locales, localPath, type Locale } from '@/lib/locales'
import { siteName } from '@/lib/site'

type Words = { goHome: string; plain: Record<'missing' | 'failed', { title: string; text: string }> }

async function readWords(locale: Locale): Promise<[Locale, Words]> {
  const file = (await import(`../../../messages/${locale}/errorPages.json`)) as { default: Words }
  return [locale, file.default]
}

// Read at start, because a failing process may not be able to.
const words = Object.fromEntries(await Promise.all(locales.map(readWords))) as Record<Locale, Words>

export function errorPage(status: number, locale: Locale): Buffer {
  const { plain, goHome } = words[locale]
  const { title, text } = plain[status === 404 ? 'missing' : 'failed']
  return Buffer.from(
    `<!doctype html><html lang="${langOf(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">` +
      `<title>${title} · ${siteName}</title></head><body><main><h1>${title}</h1><p>${text}</p>` +
      `<p><a href="${localPath('/', locale)}">${goHome}</a></p></main></body></html>`,
  )
}
