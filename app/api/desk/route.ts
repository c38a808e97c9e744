import { recentReports } from '@/lib/content/report'
import { readDesk } from '@/lib/server/desk'
import { only, publicly } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'

export const { GET, POST, PUT, PATCH, DELETE } = only(
  'GET',
  publicly(async ({ headers }) => {
    assertPublisher(headers.get('x-revalidate-secret'))
    return readDesk(recentReports())
  }),
)
