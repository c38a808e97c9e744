import { everyPage, missing } from './setup/routes'
import { expect, test } from './setup/test'
import { markupFindings } from './setup/validator'

test('every page is valid HTML as sent by the server @once', async ({ request }) => {
  for (const path of everyPage) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(path === missing ? 404 : 200)
    expect.soft(await markupFindings(await response.text()), path).toEqual([])
  }
})
