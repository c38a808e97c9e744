/** Hostile addresses in a real browser, which decides which part is the host. */
import { build } from 'esbuild'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { isFull } from '@/tests/setup/full'
import { watch } from './setup/sentinel'
import { expect, origin, test } from './setup/test'

test.use({ bypassCSP: true })
// Unknown pages are requested, and browsers log each 404.
test.beforeEach(({ quietConsole }) => quietConsole.allow(/status of (400|404|405|431)/))

type Rule = (requested: string | null, origin: string, usual: string) => string
declare global {
  interface Window {
    signIn: { returnAddress: Rule }
  }
}

test('the return address after sign-in stays on this origin', async ({ page }) => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { returnAddress } from '@/components/auth/page/return-address'",
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'signIn',
    logLevel: 'error',
  })
  await page.goto('/faq')
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  const answers = await page.evaluate((addresses) => {
    const link = document.createElement('a')
    const isAway = (address: string) => {
      link.setAttribute('href', address)
      return link.origin !== location.origin || !/^https?:$/.test(link.protocol) || link.username !== ''
    }
    const { returnAddress } = window.signIn
    return {
      careless: addresses.filter(isAway).length,
      wrong: addresses.filter((requested) => isAway(returnAddress(requested, location.origin, '/profile'))),
      unusual: addresses.filter((requested) => isAway(returnAddress(null, location.origin, requested))),
    }
  }, hostileAddresses)
  expect(answers).toMatchObject({ wrong: [], unusual: [] })
  // Unchecked, these would leave the origin.
  expect(answers.careless).toBeGreaterThan(300)
})

test('no path of this site redirects to another site @long', async ({ page, context }) => {
  test.setTimeout(isFull ? 900_000 : 120_000)
  const caught = await watch(context, [origin()])
  const fitting = hostileAddresses.filter((address) => address.length < 2000 && address.isWellFormed())
  const step = isFull ? 1 : Math.floor(fitting.length / 30)
  await page.goto('/faq')
  for (const address of fitting.filter((_, n) => n % step === 0)) {
    for (const path of [`/${address}`, `/blog/${address}/page/1`]) {
      // Invalid addresses are not navigated to.
      await page.goto(origin() + path, { waitUntil: 'commit' }).catch(() => null)
      expect(new URL(page.url()).origin, path).toBe(origin())
    }
  }
  expect(caught).toEqual([])
})
