import { recentReports } from '@/lib/content/report'
import { readDesk } from '@/lib/server/desk'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async ({ headers }) => {
    assertPublisher(headers.get('x-revalidate-secret'))
    return readDesk(recentReports())
  }),
)
