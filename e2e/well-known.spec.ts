import { expect, origin, test } from './setup/test'

test('security.txt names a contact and a date to come @once', async ({ request }) => {
  const answer = await request.get(`${origin()}/.well-known/security.txt`)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  )
  expect(fields.get('Contact')).toMatch(/^mailto:.+@.+/)
  expect(fields.get('Canonical')).toBe(`${origin()}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

test('password managers are sent to the profile @once', async ({ request }) => {
  const answer = await request.get(`${origin()}/.well-known/change-password`, { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers().location).toBe('/profile')
})
