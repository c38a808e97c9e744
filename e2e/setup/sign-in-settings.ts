import type { Page } from 'playwright/test'
import { parseSignIn } from '@/lib/contract/sign-in'
import { paths, registeredPaths, siteName } from '@/lib/site'

const defaults = {
  signInSuccessUrl: registeredPaths.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

/**
 * Serves these sign-in settings to the page, completed and validated like a deployment's own.
 * @param isEmulator false as in production, where the SDK asks for a captcha
 */
export async function withSignIn(page: Page, value: Record<string, unknown>, isEmulator = true): Promise<void> {
  const result = parseSignIn(value, defaults)
  if ('problems' in result) throw new Error(result.problems.join('; '))
  await page.context().route('**/api/config', async (route) => {
    try {
      const response = await route.fetch()
      const config = (await response.json()) as { identity: object }
      const identity = isEmulator ? config.identity : { ...config.identity, emulator: false }
      await route.fulfill({ response, json: { ...config, identity, signIn: result.settings } })
    } catch {
      // The page was closed.
    }
  })
}
