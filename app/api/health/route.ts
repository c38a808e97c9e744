import { postsAnswer } from '@/lib/content/posts'
import { health } from '@/lib/server/health'
import { publicly, only } from '@/lib/server/handle'

export const dynamic = 'force-dynamic'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async () => {
    const report = await health(postsAnswer)
    return Response.json(report, { status: report.database === 'down' ? 503 : 200 })
  }),
)
