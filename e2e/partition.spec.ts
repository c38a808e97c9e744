import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { arrived } from './setup/steps'
import { expect, newAddress, origin, test } from './setup/test'

/**
 * As browsers are: what a site stores within another site is kept apart or refused. Playwright switches that off;
 * of two lists of what is off, the later counts.
 */
const flags = [
  '--disable-features=none',
  '--test-third-party-cookie-phaseout',
  '--enable-features=ThirdPartyStoragePartitioning',
]

test.use({ launchOptions: { executablePath: ensureBrowser(), args: [...browserFlags, ...flags] } })

test('this browser does partition: within another site, ours sees nothing of what it stored', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/third-party cookie/i)
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.setItem('seen', 'yes')
    document.cookie = 'seen=yes; path=/'
  })
  const seen = () => [localStorage.getItem('seen'), document.cookie.includes('seen=yes')] as const
  expect(await page.evaluate(seen)).toEqual(['yes', true])

  // The same server by its number is another site to a browser.
  await page.goto(`${origin().replace('localhost', '127.0.0.1')}/robots.txt`)
  const [frame] = await Promise.all([
    page.waitForEvent('framenavigated', (each) => each.url() === `${origin()}/robots.txt`),
    page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    }, `${origin()}/robots.txt`),
  ])
  // Refused, or apart: both are in browsers today.
  expect(await frame.evaluate(seen).catch(() => [null, false])).toEqual([null, false])
})

for (const provider of ['Google', 'Facebook']) {
  test(`${provider} by redirect signs in, because its helper is on this origin`, async ({ page, quietConsole }) => {
    // The first look for a person's record answers 404; the emulator's picker asks for a style sheet and fonts of others.
    quietConsole.allow(/status of 404.*get-user/)
    quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
    const origins = new Set<string>()
    page.on('framenavigated', (frame) => {
      const { protocol, origin: where } = new URL(frame.url())
      if (protocol.startsWith('http')) origins.add(where)
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: `Sign in with ${provider}` }).click()
    await page.getByRole('button', { name: 'Add new account' }).click()
    await page.locator('#email-input').fill(newAddress())
    await page.locator('#display-name-input').fill('Ada of elsewhere')
    await page.getByRole('button', { name: `Sign in with ${provider}` }).click()
    await arrived(page)
    await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
    expect([...origins]).toEqual([origin()])
    await page.goto('/profile')
    await expect(page.getByRole('main')).toContainText('Ada of elsewhere')
  })
}

test('a sign-in that is turned back from at the provider leaves the form as it was', async ({ page, quietConsole }) => {
  quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-session', 'out')
})
