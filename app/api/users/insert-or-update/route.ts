import { userHeaders } from '@/lib/contract/checkout'
import { userInput } from '@/lib/contract/user'
import { updateCustomerEmail } from '@/lib/server/billing/customers'
import { handle, allowOnly } from '@/lib/server/http/handle'
import { upsertUser } from '@/lib/server/users/users'
import { fillHeader, healthConsentHeader, healthConsentLanguageHeader } from '@/lib/site'

export const { GET, POST, PUT, PATCH, DELETE } = allowOnly(
  'POST',
  handle(
    { uid: 'body', body: userInput, headers: userHeaders, checkRevoked: true },
    async ({ identity, body, headers }) => {
      const mode = headers[fillHeader] ? 'fill' : 'replace'
      const version = headers[healthConsentHeader]
      const consent = version && { version, language: headers[healthConsentLanguageHeader] }
      const user = await upsertUser(identity, body, mode, consent || undefined)
      void updateCustomerEmail(user.uid, user.email)
      return user
    },
  ),
)
