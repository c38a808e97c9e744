/** The profile picture: choosing, cropping, uploading, failing and removing. */
import sharp from 'sharp'
import type { Page } from 'playwright/test'
import { button, signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

const file = (page: Page) => page.getByLabel('Picture file')
const shown = (page: Page) => page.getByRole('img', { name: 'You', exact: true })

async function openProfile(page: Page) {
  await signUp(page, newAddress())
  await page.goto('/profile')
  await expect(button(page, 'Change picture')).toBeVisible()
}

/** Left half red, right half blue. */
const halves = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } },
      left: 200,
      top: 0,
    },
  ])

/** An incompressible picture, uploaded in several parts. */
const noise = () =>
  sharp(Buffer.from(Uint8Array.from({ length: 700 * 700 * 3 }, (_, n) => (n * 2_654_435_761) >>> (n % 13))), {
    raw: { width: 700, height: 700, channels: 3 },
  })
    .png()
    .toBuffer()

const choose = async (page: Page, buffer: Buffer, name = 'me.png', mimeType = 'image/png') => {
  await file(page).setInputFiles({ name, mimeType, buffer })
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible()
}

/** Type, size and middle pixel of the stored picture. */
async function stored(page: Page) {
  const address = (await shown(page).getAttribute('src')) ?? ''
  const response = await page.request.get(address)
  const body = await response.body()
  const { format, width, height } = await sharp(body).metadata()
  const middle = await sharp(body).removeAlpha().extract({ left: 255, top: 255, width: 1, height: 1 }).raw().toBuffer()
  return { type: response.headers()['content-type'], format, width, height, middle: [...middle] }
}

test('crops by keyboard, stores a square PNG and shows it after a reload', async ({ page }) => {
  await openProfile(page)
  await choose(page, await halves().png().toBuffer())
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Zoom')).toBeFocused()
  await expect(dialog.getByLabel('Up or down')).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Left or right')).toBeFocused()
  await page.keyboard.press('End')
  await expect(dialog.getByLabel('Left or right')).toHaveAttribute('aria-valuetext', '100% to the right')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('PageUp')
  await expect(dialog.getByLabel('Up or down')).toBeEnabled()
  await button(page, 'Save this picture').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Change picture')).toBeFocused()
  expect(await stored(page)).toEqual({
    type: 'image/png',
    format: 'png',
    width: 512,
    height: 512,
    middle: [0, 0, 255],
  })
  await page.reload()
  await expect(shown(page)).toBeVisible()
  expect(await shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
})

test('shows upload progress, and uploads through this origin', async ({ page }) => {
  await openProfile(page)
  const parts: string[] = []
  page.on('request', (request) => {
    const command = request.headers()['x-goog-upload-command']
    if (command) parts.push(`${new URL(request.url()).origin === new URL(page.url()).origin} ${command}`)
  })
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  await page.route(/upload_protocol=resumable/, async (route) => {
    if (route.request().headers()['x-goog-upload-command']?.includes('finalize')) await gate
    await route.continue()
  })
  await choose(page, await noise())
  await button(page, 'Save this picture').click()
  const bar = page.getByRole('progressbar', { name: /Saving your picture/ })
  await expect(bar).toBeVisible()
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0)
  expect(Number(await bar.getAttribute('value'))).toBeLessThanOrEqual(100)
  release()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  // The page may be ahead of the reported requests.
  await expect.poll(() => parts).toContain('true upload, finalize')
  expect(parts[0]).toBe('true start')
  expect(parts.length).toBeGreaterThan(2)
})

test('refuses invalid files with a message', async ({ page }) => {
  await openProfile(page)
  const huge = await sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#09515a' } })
    .png()
    .toBuffer()
  for (const [name, mimeType, buffer, sentence] of [
    ['words.txt', 'text/plain', Buffer.from('words'), 'That file isn’t a picture.'],
    ['me.heic', 'image/heic', Buffer.from('ftypheic'), 'This browser can’t open HEIC photos.'],
    ['me.png', 'image/png', Buffer.alloc(0), 'That file is empty. Choose another picture.'],
    ['me.png', 'image/png', Buffer.from('no picture'), 'That isn’t a picture we can read. Choose another.'],
    [
      'me.png',
      'image/png',
      (await halves().png().toBuffer()).subarray(0, 60),
      'That isn’t a picture we can read. Choose another.',
    ],
    ['me.png', 'image/png', huge, 'That picture has more than 120 million pixels.'],
  ] as const) {
    await file(page).setInputFiles({ name, mimeType, buffer })
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
