import { expect, it } from 'vitest'
import { contactRefusalPage } from '@/lib/server/contact/refusal-page'
import { ApiFailure } from '@/lib/server/http/errors'

it('shows what was typed as text', async () => {
  const failure = new ApiFailure('invalid-request', { fields: { email: 'invalid-email' } })
  const page = await contactRefusalPage(failure, { name: '"><b>', email: `'"&lt;`, message: '\n</textarea><i>' }).text()
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;"')
  expect(page).toContain('&amp;lt;"')
  expect(page).toContain('rows="8">\n\n&lt;/textarea&gt;&lt;i&gt;</textarea>')
})
