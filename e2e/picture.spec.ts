import { signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of 404.*get-user/))

test('a profile picture is stored, is there after a reload, and a wrong file is refused in words', async ({ page }) => {
  await signUp(page, newAddress())
  await page.goto('/profile')
  const input = page.getByLabel('Picture file')
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await input.setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await input.setInputFiles('docs/screenshots/home-phone.png')
  await expect(page.getByText('Your picture is stored.')).toBeVisible()
  await page.reload()
  const picture = page.getByRole('img', { name: 'You' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(390)
})
