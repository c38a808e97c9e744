/** The profile picture: choosing, cropping, uploading, failing and removing. */
import sharp from 'sharp'
import type { Page } from 'playwright/test'
import { look } from './setup/look'
import { button, signUp } from './setup/steps'
import { expect, newAddress, test } from './setup/test'
import { declined } from './setup/visit'

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

test('crops by pointer and applies the camera’s orientation @long', async ({ page }) => {
  await openProfile(page)
  // The EXIF orientation turns it: red at the top, blue at the bottom.
  const turned = await halves().jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
  await choose(page, turned, 'me.jpg', 'image/jpeg')
  const canvas = page.getByRole('img', { name: 'The part we’ll keep' })
  await expect(page.getByLabel('Left or right')).toBeDisabled()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the picture does not show')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y - box.height, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByLabel('Up or down')).toHaveAttribute('aria-valuetext', '100% down')
  await button(page, 'Save this picture').click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  const { middle } = await stored(page)
  expect(middle[2]).toBeGreaterThan(240)
  expect(middle[0]).toBeLessThan(15)
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

test('stopping an upload keeps the old picture and the crop @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/net::ERR/)
  await openProfile(page)
  await choose(page, await halves().png().toBuffer())
  await button(page, 'Save this picture').click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  const before = await stored(page)
  await page.route(/upload_protocol=resumable/, () => new Promise(() => undefined))
  await choose(page, await noise())
  await page.getByLabel('Zoom').press('End')
  await button(page, 'Save this picture').click()
  await button(page, 'Stop saving').click()
  await expect(page.getByText('Stopped. Your crop is still here')).toBeVisible()
  await expect(button(page, 'Save this picture')).toBeFocused()
  await expect(page.getByLabel('Zoom')).toHaveValue('4')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page, 'Change picture')).toBeFocused()
  await expect(shown(page)).toBeVisible()
  expect(await stored(page)).toEqual(before)
})

test('retries a failed upload with the old picture and crop @long', async ({ page, quietConsole }) => {
  test.slow()
  quietConsole.allow(/status of (403|503)|net::ERR/)
  await openProfile(page)
  const uploads = /\/v0\/b\/.*\/o\?name=/
  await choose(page, await halves().png().toBuffer())
  await page.route(uploads, (route) => route.fulfill({ status: 403, json: { error: { code: 403 } } }))
  await button(page, 'Save this picture').click()
  await expect(page.getByRole('alert').filter({ hasText: 'The picture was refused. Sign in again' })).toBeVisible()
  for (const cut of [
    (route: import('playwright/test').Route) => route.abort('connectionreset'),
    (route: import('playwright/test').Route) => route.fulfill({ status: 503, body: '' }),
  ]) {
    await page.unroute(uploads)
    await page.route(uploads, cut)
    await button(page, 'Save this picture').click()
    await expect(page.getByRole('alert').filter({ hasText: 'We don’t know whether the picture arrived.' })).toBeVisible(
      {
        timeout: 45_000,
      },
    )
  }
  await page.unroute(uploads)
  await button(page, 'Save this picture').click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
})

test('refuses invalid files with a message', async ({ page }) => {
  await openProfile(page)
  const huge = await sharp({ create: { width: 8_000, height: 6_500, channels: 3, background: '#09515a' } })
    .png()
    .toBuffer()
  for (const [name, mimeType, buffer, sentence] of [
    ['words.txt', 'text/plain', Buffer.from('words'), 'Choose a PNG, JPEG or WebP picture.'],
    ['me.gif', 'image/gif', Buffer.from('GIF89a'), 'Choose a PNG, JPEG or WebP picture.'],
    ['me.png', 'image/png', Buffer.alloc(0), 'That file is empty. Choose another picture.'],
    [
      'me.png',
      'image/png',
      Buffer.alloc(5 * 1024 * 1024 + 1),
      'That picture is larger than 5 MB. Choose a smaller one.',
    ],
    ['me.png', 'image/png', Buffer.from('no picture'), 'That isn’t a picture we can read. Choose another.'],
    [
      'me.png',
      'image/png',
      (await halves().png().toBuffer()).subarray(0, 60),
      'That isn’t a picture we can read. Choose another.',
    ],
    ['me.png', 'image/png', huge, 'That picture has more than 50 million pixels.'],
  ] as const) {
    await file(page).setInputFiles({ name, mimeType, buffer })
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('removes the picture in two presses @long', async ({ page }) => {
  await openProfile(page)
  await expect(button(page, 'Remove picture')).toHaveCount(0)
  await choose(page, await halves().png().toBuffer())
  await button(page, 'Save this picture').click()
  await expect(shown(page)).toBeVisible()
  await button(page, 'Remove picture').click()
  await button(page, 'Keep my picture').click()
  await expect(shown(page)).toBeVisible()
  await button(page, 'Remove picture').click()
  await button(page, 'Yes, remove my picture').click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'No picture yet' })).toBeVisible()
})

test('cropping and uploading are accessible in both themes @once @long', async ({ page, context, quietConsole }) => {
  test.setTimeout(240_000)
  quietConsole.allow(/status of 403/)
  await declined(context)
  await openProfile(page)
  await page.route(/\/v0\/b\/.*\/o\?name=/, (route) => route.fulfill({ status: 403, json: { error: { code: 403 } } }))
  await choose(page, await halves().png().toBuffer())
  await look(page, 'cropping')
  await button(page, 'Save this picture').click()
  await expect(page.getByRole('alert').filter({ hasText: 'refused' })).toBeVisible()
  await look(page, 'a refused picture')
  await page.unroute(/\/v0\/b\/.*\/o\?name=/)
  await page.route(/\/v0\/b\/.*\/o\?name=/, () => new Promise(() => undefined))
  await button(page, 'Save this picture').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await look(page, 'storing')
})
