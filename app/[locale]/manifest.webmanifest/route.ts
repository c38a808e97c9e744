import { manifestOf } from '@/app/manifest'
import { localeOfSegment } from '@/lib/locales'

export async function GET(_: Request, { params }: RouteContext<'/[locale]/manifest.webmanifest'>) {
  const locale = localeOfSegment((await params).locale)
  if (!locale) return new Response(null, { status: 404 })
  return Response.json(await manifestOf(locale), { headers: { 'content-type': 'application/manifest+json' } })
}
