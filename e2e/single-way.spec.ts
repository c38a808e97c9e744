import type { Page } from 'playwright/test'
import { quietly } from './setup/flow-journeys'
import { withSignIn } from './setup/sign-in-settings'
import { expect, test } from './setup/test'

quietly()

type Way = string | Record<string, unknown>

/** Methods without a button, with the heading of their first step. */
const steps: [name: string, way: Way, heading: string][] = [
  ['password', 'password', 'Continue with email'],
  ['an emailed link', { provider: 'password', signInMethod: 'emailLink' }, 'Continue with email'],
  ['phone', 'phone', 'Enter your phone number'],
]
/** Methods that start with a press, with the name of their button. */
const buttons: [way: Way, button: string][] = [
  ['google.com', 'Continue with Google'],
  ['facebook.com', 'Continue with Facebook'],
  ['twitter.com', 'Continue with Twitter'],
  ['github.com', 'Continue with GitHub'],
  ['apple.com', 'Continue with Apple'],
  ['microsoft.com', 'Continue with Microsoft'],
  ['yahoo.com', 'Continue with Yahoo'],
  [{ provider: 'saml.clinic', providerName: 'the clinic' }, 'Continue with the clinic'],
  [{ provider: 'oidc.university', fullLabel: 'University account' }, 'University account'],
  ['anonymous', 'Continue as guest'],
]

const places = {
  'on the page': (way: Way, flow: string) => ({ signInOptions: [way], signInFlow: flow }),
  'in a tenant': (way: Way, flow: string) => ({
    tenants: { north: { displayName: 'North clinic', signInOptions: [way] } },
    signInFlow: flow,
  }),
}

const widget = (page: Page) => page.locator('#firebaseui-auth-container')

for (const [where, settingsOf] of Object.entries(places)) {
  for (const flow of ['redirect', 'popup']) {
    test(`a single method ${where} (${flow}) shows its first step @once${flow === 'redirect' ? '' : ' @long'}`, async ({
      page,
    }) => {
      for (const [name, way, heading] of steps) {
        await withSignIn(page, settingsOf(way, flow))
        await page.goto('/auth?tenantId=north')
        await expect(page.getByRole('heading', { name: heading }), name).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toHaveCount(0)
      }
    })

    test(`a single provider ${where} (${flow}) waits for a press @once @long`, async ({ page }) => {
      test.setTimeout(90_000)
      const calls: string[] = []
      page.on('request', (request) => {
        if (/accounts:(signUp|createAuthUri)|\/handler/.test(request.url())) calls.push(request.url())
      })
      for (const [way, name] of buttons) {
        await withSignIn(page, settingsOf(way, flow))
        await page.goto('/auth?tenantId=north')
        await expect(widget(page).getByRole('button', { name })).toBeVisible()
        await expect(widget(page).locator('.firebaseui-idp-button')).toHaveCount(1)
        // A single button is not a list.
        await expect(widget(page).getByRole('list')).toHaveCount(0)
        await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toHaveCount(0)
        await expect(page).toHaveURL(/\/auth\?tenantId=north/)
      }
      expect(calls).toEqual([])
    })
  }
}

test('going back from a single provider offers no other methods @once', async ({ page }) => {
  await withSignIn(page, { signInOptions: ['google.com'] })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Add new account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Signing in with Google was not finished.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Other ways to sign in' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page.getByText('was not finished')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
