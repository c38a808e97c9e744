import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { arrived } from './setup/steps'
import { expect, newAddress, origin, serveFrameScript, test } from './setup/test'
import { pick } from './setup/flows'
import { withSignIn } from './setup/sign-in-settings'

/** Enables third-party storage partitioning, which Playwright disables. The later `--disable-features` counts. */
const flags = [
  '--disable-features=none',
  '--test-third-party-cookie-phaseout',
  '--enable-features=ThirdPartyStoragePartitioning',
]

test.use({ launchOptions: { executablePath: ensureBrowser(), args: [...browserFlags, ...flags] } })

test('a blocked popup falls back to a redirect, with the helper on this origin', async ({
  page,
  context,
  quietConsole,
}) => {
  await serveFrameScript(context)
  // The emulator's account picker requests styles and fonts from the internet.
  quietConsole.allow(/ERR_NAME_NOT_RESOLVED.*(unpkg\.com|fonts\.googleapis)/)
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { protocol, origin: where } = new URL(frame.url())
    if (protocol.startsWith('http')) origins.add(where)
  })
  await withSignIn(page, { signInFlow: 'popup' })
  await page.addInitScript(() => {
    window.open = () => null
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
