import type { Page } from 'playwright/test'
import { settingsOf } from '@/e2e/sign-in/session'

/** Serves these sign-in settings to the page, completed and validated like a deployment's own. */
export async function withSignIn(page: Page, value: Record<string, unknown>): Promise<void> {
  const signIn = settingsOf({ name: 'the test', settings: value })
  await page.context().route('**/api/config', async (route) => {
    try {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), signIn } })
    } catch {
      // The page was closed.
    }
  })
}
