/** The plan section of /profile: visible messages, no overlaps, no shifts. */
import type { Page } from 'playwright/test'
import { button, signUp, subscribe } from './setup/steps'
import { expect, newAddress, test } from './setup/test'

const small = { width: 390, height: 700 }

async function subscriber(page: Page) {
  await signUp(page, newAddress())
  await subscribe(page)
  await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible()
  await page.goto('/profile')
  await expect(button(page, 'Cancel plan')).toBeVisible()
}

/** Pixels of the message outside the window or under the fixed bar. */
const unseen = (page: Page, words: string | RegExp) =>
  page.getByText(words).evaluate((element) => {
    const { top, bottom } = (element.closest('[role]') ?? element).getBoundingClientRect()
    const strips = [...document.querySelectorAll('[data-foot], #offline')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
    return Math.max(0, -top, bottom - Math.min(innerHeight, ...strips.map((strip) => strip.top)))
  })

/** Presses a button at the bottom of the window, so that its message would appear below. */
async function pressAtFoot(page: Page, name: string) {
  await button(page, name).evaluate((element) =>
    scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 130),
  )
  await button(page, name).click()
}

for (const viewport of [small]) {
  test(`shows errors in view at ${viewport.width} px without moving buttons @once`, async ({
    page,
    context,
    quietConsole,
  }) => {
    quietConsole.allow(/status of 502|net::ERR_/)
    await page.setViewportSize(viewport)
    await subscriber(page)
    await page.route(/\/api\/(billing\/portal|users\/(cancel|resume)-plan)/, (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'provider-unavailable', message: 'Not now.' } } }),
    )
    const row = ['Card and receipts', 'Add the renewal date to your calendar', 'Cancel plan']
    const places = async () => {
      const boxes = await Promise.all(row.map((name) => button(page, name).boundingBox()))
      const top = boxes[0]?.y ?? 0
      return boxes.map((box) => box && [box.x, box.y - top, box.width])
    }
    const before = await places()
    await pressAtFoot(page, 'Card and receipts')
    await expect(page.getByText('Nothing was changed.')).toBeVisible()
    await expect.poll(() => unseen(page, 'Nothing was changed.')).toBe(0)
    expect(await places()).toEqual(before)
    await pressAtFoot(page, 'Add the renewal date to your calendar')
    await expect(page.getByText(/^Your browser has saved the file/)).toBeVisible()
    await expect.poll(() => unseen(page, /^Your browser has saved the file/)).toBe(0)
    expect(await places()).toEqual(before)

    await button(page, 'Cancel plan').click()
    await pressAtFoot(page, 'Yes, cancel my plan')
    await expect.poll(() => unseen(page, /^Nothing was cancelled/)).toBe(0)
    await page.unrouteAll()
    await button(page, 'Yes, cancel my plan').click()
    await expect(button(page, 'Resume plan')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
    await pressAtFoot(page, 'Resume plan')
    await expect(page.getByText(/^Nothing was resumed/)).toBeVisible()
    await expect.poll(() => unseen(page, /^Nothing was resumed/)).toBe(0)
  })
}
