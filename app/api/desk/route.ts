import { recentReports } from '@/lib/content/report'
import { readDesk } from '@/lib/server/desk'
import { allowOnly, handlePublic } from '@/lib/server/http/handle'
import { assertPublisher } from '@/lib/server/http/publisher'
import { secretHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'GET',
  handlePublic(async ({ headers }) => {
    assertPublisher(headers.get(secretHeader))
    return readDesk(recentReports())
  }),
)
