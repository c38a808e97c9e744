import { messageGroup } from './states/messages'
import { expect, table, test } from './state-fixture'
import { checkStates } from './check-states'
import { expectPage } from './page-checks'

test.describe.configure({ mode: 'parallel' })

const states = table.filter(({ group }) => group === messageGroup)
checkStates(states)

/** The specification's error catalogue. */
const catalogue = [
  'The email address is already used by another account',
  'You have entered an incorrect password too many times. Please try again in a few minutes.',
  'Too many account requests are coming from your IP address. Try again in a few minutes.',
  'This phone number has been used too many times',
  'Please authorize the required permissions to sign in to the application',
  "That email address doesn't match an existing account",
  'Strong passwords have at least 6 characters and a mix of letters and numbers',
  "The email and password you entered don't match",
  'A network error has occurred',
  'Wrong code. Try again.',
  'This code is no longer valid',
  'This code has expired.',
  'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
  'Your sign-in session has expired. Please try again.',
  'The email provided does not match the current sign-in session.',
  'The country code provided is not supported.',
  'Solve the reCAPTCHA',
  'The browser you are using does not support Web Storage. Please try again in a different browser.',
  'The selected credential for the authentication provider is not supported!',
  'Enter a valid phone number',
  'Something went wrong. Please try again.',
  'No sign-in provider is available for the given email, please try with a different email.',
]

for (const message of catalogue) {
  test(`is produced by a state: ${message} @once`, () => {
    const expected = table.flatMap(({ expects }) => [...(expects.alerts ?? []), ...(expects.texts ?? [])])
    expect(expected).toContain(message)
  })
}

test('a two-line error is closer to its own field than to the next @once', async ({ page, signInStates }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { state } = await signInStates.bringUp(page, 'says-email-in-use')
  await expectPage(page, state.expects)
  const boxes = ['.sign-in-address', '.firebaseui-id-email-error', 'label[for$="-name-input"]']
  const [field, error, next] = await Promise.all(boxes.map((each) => page.locator(each).boundingBox()))
  if (!field || !error || !next) throw new Error('A part of the form is not there.')
  const above = error.y - (field.y + field.height)
  const below = next.y - (error.y + error.height)
  expect(error.height).toBeGreaterThan(40)
  expect(below).toBeGreaterThan(2 * above)
})
