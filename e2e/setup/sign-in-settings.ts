/** Overrides of the sign-in settings. */
import type { Page } from 'playwright/test'
import type { PublicConfig } from '@/lib/contract/config'
import { parseSignIn } from '@/lib/contract/sign-in'
import { origin } from './test'

/** Serves these settings, completed with defaults, to the page. */
export async function withSignIn(page: Page, value: Record<string, unknown>): Promise<void> {
  const own = (await (await page.request.get(`${origin()}/api/config`)).json()) as PublicConfig
  const { signInSuccessUrl, tosUrl, privacyPolicyUrl, siteName, widgetUrl } = own.signIn
  const result = parseSignIn(value, { signInSuccessUrl, tosUrl, privacyPolicyUrl, siteName, widgetUrl })
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...own, signIn: result.settings } }))
}
