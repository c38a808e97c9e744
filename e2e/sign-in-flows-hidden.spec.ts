import { flowJourneys, quietly, wrong } from './setup/flow-journeys'
import { account, create, giveAddress, heading, record, test, visit } from './setup/flows'
import { arrived, submitPassword } from './setup/steps'
import { expect, newAddress } from './setup/test'

test.use({ protection: 'on' })
quietly()
flowJourneys('on')

test('a new user who chose "Sign in" can switch with the same address', async ({ page }) => {
  const email = newAddress()
  await giveAddress(page, email)
  await submitPassword(page)
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
  await expect(page.getByText("New here? Choose “I'm new here” above")).toBeVisible()
  await visit(page, "I'm new here").check()
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await create(page)
  await arrived(page)
})

test('reports a known address on submit, and can switch', async ({ page }) => {
  const email = newAddress()
  const uid = await account(email)
  await giveAddress(page, email, "I'm new here")
  await create(page)
  await expect(page.getByText('The email address is already used by another account')).toBeVisible()
  await visit(page, 'Sign in').check()
  await submitPassword(page)
  await arrived(page)
  expect((await record(page))?.uid).toBe(uid)
})

test('known and unknown addresses look the same up to the password check', async ({ page }) => {
  const email = newAddress()
  await account(email)
  const seen: { calls: string[]; text: string }[] = []
  for (const address of [email, newAddress()]) {
    const calls: string[] = []
    const note = (request: import('playwright/test').Request) => {
      const { pathname } = new URL(request.url())
      if (/accounts:|\/api\/users/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
    }
    page.on('request', note)
    await giveAddress(page, address)
    await submitPassword(page, 'not-the-password')
    await expect(page.getByText(wrong)).toBeVisible()
    page.off('request', note)
    // Announcements come and go on their own time.
    await page.locator('main [role=status]').evaluateAll((lines) => lines.forEach((line) => line.remove()))
    const text = (await page.getByRole('main').innerText()).replaceAll(address, 'ADDRESS')
    seen.push({ calls, text })
  }
  expect(seen[0]).toEqual(seen[1])
})
