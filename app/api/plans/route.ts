import { defaultLocale, localeOfTag } from '@/lib/locales'
import { listPlans } from '@/lib/server/billing/providers/registry'
import { handlePublic, allowOnly } from '@/lib/server/http/handle'

export const dynamic = 'force-dynamic'

const headers = { 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Language' }

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async (request) => {
    const locale = localeOfTag(request.headers.get('accept-language') ?? '') ?? defaultLocale
    return Response.json(await listPlans(locale), { headers })
  }),
)
