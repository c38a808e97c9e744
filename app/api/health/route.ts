import { isBlogHealthy } from '@/lib/content/posts'
import { health } from '@/lib/server/observability/health'
import { handlePublic, allowOnly } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/secret'
import { secretHeader } from '@/lib/site'

export const dynamic = 'force-dynamic'

/** Vendors are checked at a fixed rate, or at once with the publisher's secret. */
export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async (request) => {
    const secret = request.headers.get(secretHeader)
    if (secret !== null) assertPublisher(secret)
    const report = await health(isBlogHealthy, secret !== null)
    return Response.json(report, { status: /^(down|ending)$/.test(report.status) ? 503 : 200 })
  }),
)
