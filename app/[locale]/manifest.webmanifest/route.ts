import { manifestOf } from '@/app/manifest'
import { defaultLocale, localeOfSegment } from '@/lib/locales'

export { generateStaticParams } from '@/app/[locale]/blog/search.json/route'
export const dynamicParams = false

export async function GET(_: Request, { params }: RouteContext<'/[locale]/manifest.webmanifest'>) {
  const locale = localeOfSegment((await params).locale) ?? defaultLocale
  return Response.json(await manifestOf(locale), { headers: { 'content-type': 'application/manifest+json' } })
}
