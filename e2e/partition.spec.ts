import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { arrived } from './setup/steps'
import { expect, newAddress, origin, test } from './setup/test'
import { pick } from './setup/flows'

/** Enables third-party storage partitioning, which Playwright disables. The later `--disable-features` counts. */
const flags = [
  '--disable-features=none',
  '--test-third-party-cookie-phaseout',
  '--enable-features=ThirdPartyStoragePartitioning',
]

test.use({ launchOptions: { executablePath: ensureBrowser(), args: [...browserFlags, ...flags] } })

test('this browser partitions storage within other sites', async ({ page, quietConsole }) => {
  quietConsole.allow(/third-party cookie/i)
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.setItem('seen', 'yes')
    document.cookie = 'seen=yes; path=/'
  })
  const seen = () => [localStorage.getItem('seen'), document.cookie.includes('seen=yes')] as const
  expect(await page.evaluate(seen)).toEqual(['yes', true])

  // By its IP address the same server is another site.
  await page.goto(`${origin().replace('localhost', '127.0.0.1')}/robots.txt`)
  const [frame] = await Promise.all([
    page.waitForEvent('framenavigated', (each) => each.url() === `${origin()}/robots.txt`),
    page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }))
    }, `${origin()}/robots.txt`),
  ])
  // Browsers either refuse or partition.
  expect(await frame.evaluate(seen).catch(() => [null, false])).toEqual([null, false])
})

test('Google by redirect signs in with the helper on this origin', async ({ page, quietConsole }) => {
  // The emulator's account picker requests styles and fonts from the internet.
  quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { protocol, origin: where } = new URL(frame.url())
    if (protocol.startsWith('http')) origins.add(where)
  })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await pick(page, 'Google', newAddress())
  await arrived(page)
  await expect(page.locator('html')).toHaveAttribute('data-session', 'in')
  expect([...origins]).toEqual([origin()])
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText('Ada of elsewhere')
})
