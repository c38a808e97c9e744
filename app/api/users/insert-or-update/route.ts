import { fillHeaders } from '@/lib/contract/checkout'
import { userInput } from '@/lib/contract/user'
import { updateCustomerEmail } from '@/lib/server/billing/customers'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { upsertUser } from '@/lib/server/users/users'
import { fillHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'body', body: userInput, headers: fillHeaders, checkRevoked: true },
    async ({ identity, body, headers }) => {
      const user = await upsertUser(identity, body, headers[fillHeader] ? 'fill' : 'replace')
      void updateCustomerEmail(user.uid, user.email)
      return user
    },
  ),
)
