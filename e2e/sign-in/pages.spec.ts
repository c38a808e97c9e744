/** Each page of the widget and each message of the error catalogue, once. Mailed links are in `links.spec.ts`. */
import { fitFindings } from '@/e2e/setup/fit'
import { expect } from '@/e2e/setup/test'
import { limits } from '@/lib/site'
import { words } from '@/tests/setup/words'
import { agree } from '@/e2e/setup/steps'
import { messagesIn, test } from './visitor'

test.describe.configure({ mode: 'parallel' })

const emailLink = { provider: 'password', signInMethod: 'emailLink' }
const byLink = { signInOptions: [emailLink, 'google.com', 'facebook.com'] }

/** If accounts are hidden, only this answer leads to Google. */
const usesGoogle = {
  registered: true,
  signinMethods: ['google.com'],
  allProviders: ['google.com'],
  sessionId: 'one',
}

test('lists all providers, and lets a guest in', async ({ visitor }) => {
  const ids = words`google.com facebook.com twitter.com github.com apple.com microsoft.com yahoo.com password phone anonymous`
  const clinic = { provider: 'saml.clinic', providerName: 'the clinic' }
  await visitor.open({
    signInOptions: [...ids, clinic, { provider: 'oidc.university', fullLabel: 'University account' }],
  })
  const names = words`Google Facebook Twitter GitHub Apple Microsoft Yahoo email phone`
  await visitor.inspects('Ways to sign in', {
    buttons: [
      ...[...names, 'the clinic'].map((name) => `Continue with ${name}`),
      'Continue as guest',
      'University account',
    ],
    links: ['Terms of Service', 'Privacy Policy'],
  })
  visitor.answer('signInWithIdp', 'USER_CANCELLED')
  await visitor.signInWith('Continue with Google')
  await visitor.reads('Please authorize the required permissions to sign in to the application')
  await visitor.signInAsGuest()
})

test('speaks the language of the page, from right to left', async ({ visitor, page }) => {
  const words = (locale: string) => ['widget', 'auth', 'identity'].flatMap((name) => messagesIn(locale, name))
  const arabic = new Set(words('ar'))
  const english = new Set(words('en').filter((text) => !arabic.has(text)))
  const isArabic = async (name: string) => {
    await expect(page.locator(`.firebaseui-id-page-${name}`)).toBeVisible()
    const lines = (await page.getByRole('main').innerText()).split('\n').map((line) => line.trim())
    expect(lines.filter((line) => english.has(line))).toEqual([])
    expect.soft(await page.evaluate(fitFindings), name).toEqual([])
  }
  await visitor.open({ signInOptions: ['password', 'phone'] }, { path: '/ar/auth' })
  await isArabic('provider-sign-in')
  await page.locator('.firebaseui-id-email').fill(visitor.email)
  await page.locator('[data-provider-id=password]').click()
  await isArabic('password-sign-in')
  await page.locator('.firebaseui-id-submit').click()
  await page.locator('.firebaseui-form-links a').click()
  await isArabic('password-recovery')
  const sent = page.waitForRequest(/sendOobCode/)
  await page.locator('.firebaseui-id-submit').click()
  expect((await sent).headers()['x-firebase-locale']).toBe('ar')
  await isArabic('password-recovery-email-sent')
})

test('signs in with email and password, and explains each refusal', async ({ visitor }) => {
  await visitor.accounts.withPassword()
  await visitor.open()
  await visitor.press('Continue with email')
  await visitor.inspects('Continue with email', { fields: ['Email'], buttons: ['Cancel', 'Next'] })
  await visitor.press('Next')
  await visitor.reads('Enter your email address to continue')
  await visitor.fill('Email', 'person@people')
  await visitor.press('Next')
  await visitor.reads("That email address isn't correct")
  await visitor.press('Cancel')
  await visitor.enterAddress()
  await visitor.inspects('Sign in', {
    fields: ['Password'],
    buttons: ['Change email address', 'Show what you type', 'Sign in'],
    links: ['Trouble signing in?'],
  })
  await visitor.press('Sign in')
  await visitor.reads('Enter your password')
  await visitor.fill('Password', 'not-the-password')
  await visitor.press('Sign in')
  await visitor.reads("The email and password you entered don't match")
  await visitor.fill('Password', 'calm-water-7')
  for (const [answer, message] of [
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER : Access is disabled for a while.',
      'You have entered an incorrect password too many times. Please try again in a few minutes.',
    ],
    ['EMAIL_NOT_FOUND', "That email address doesn't match an existing account"],
    ['breaks', 'A network error has occurred'],
  ] as const) {
    visitor.answer('signInWithPassword', answer)
    await visitor.press('Sign in')
    await visitor.reads(message)
  }
  visitor.answer('lookup', 'INVALID_ID_TOKEN')
  await visitor.press('Sign in')
  await visitor.reads('Your sign-in session has expired. Please try again.')
  await visitor.press('Sign in')
  await visitor.arrives()
})

test('creates an account, and explains each refusal', async ({ visitor }) => {
  await visitor.open()
  await visitor.enterAddress('new')
  await visitor.inspects('Create account', {
    fields: ['Your name', 'Choose password'],
    buttons: ['Change email address', 'Cancel', 'Save', 'Show password'],
  })
  await visitor.press('Save')
  await visitor.sees('Please tick this first.')
  await agree(visitor.page)
  await visitor.fill('Your name', ' ')
  await visitor.fill('Choose password', 'five5')
  await visitor.press('Save')
  await visitor.reads('Enter your account name')
  await visitor.fill('Your name', 'Ada')
  await visitor.press('Save')
  await visitor.reads('Strong passwords have at least 6 characters and a mix of letters and numbers')
  await visitor.fill('Choose password', 'calm-water-7')
  for (const [answer, message] of [
    [
      'TOO_MANY_ATTEMPTS_TRY_LATER',
      'Too many account requests are coming from your IP address. Try again in a few minutes.',
    ],
    ['EMAIL_EXISTS', 'The email address is already used by another account'],
  ] as const) {
    visitor.answer('signUp', answer)
    await visitor.press('Save')
    await visitor.reads(message)
  }
  await visitor.press('Save')
  await visitor.arrives()
})

test('links a provider to an account with a password', async ({ visitor }) => {
  await visitor.accounts.withPassword()
  await visitor.open()
  await visitor.meetConflict()
  await visitor.inspects('Sign in', {
    texts: [
      'You already have an account',
      `You’ve already used ${visitor.email} to sign in. Enter your password for that account.`,
    ],
    fields: ['Password'],
    buttons: ['Sign in'],
    links: ['Trouble signing in?'],
  })
  await visitor.fill('Password', 'calm-water-7')
  await visitor.press('Sign in')
  await visitor.arrives()
})

test('links a provider to an account with email links', async ({ visitor, page }) => {
  const { email } = visitor
  await visitor.accounts.withLink()
  await visitor.open(byLink)
  await visitor.meetConflict()
  await visitor.inspects('Sign in', {
    texts: [
      'You already have an account',
      `You’ve already used ${email}. You can connect your Facebook account with ${email} by signing in with email link below.`,
      'For this flow to successfully connect your Facebook account with this email, you have to open the link on the same device or browser.',
    ],
  })
  const askedAt = Date.now() / 1000
  await visitor.press('Sign in')
  await visitor.sees('Sign-in email sent')
  const cookies = await page.context().cookies()
  for (const name of ['emailForSignIn', 'pendingEncryptedCredential']) {
    const cookie = cookies.find((each) => decodeURIComponent(each.name).includes(name))
    expect(Math.abs((cookie?.expires ?? 0) - askedAt - 3600), `${name} lasts for an hour`).toBeLessThan(60)
    expect(decodeURIComponent(cookie?.value ?? '')).not.toContain(email)
  }
  await visitor.openMail()
  await visitor.arrives()
})

test('links a provider by an email link on another device', async ({ visitor }) => {
  await visitor.accounts.withLink()
  await visitor.open(byLink)
  await visitor.meetConflict()
  await visitor.press('Sign in')
  await visitor.sees('Sign-in email sent')
  await visitor.forget('all')
  await visitor.openMail()
  await visitor.inspects('Sign in', {
    texts: [
      'You originally intended to connect Facebook to your email account but have opened the link on a different device where you are not signed in.',
      'If you still want to connect your Facebook account, open the link on the same device where you started sign-in. Otherwise, tap Continue to sign-in on this device.',
    ],
  })
  await visitor.press('Continue')
  await visitor.seesPage('Confirm email')
})

test('links a provider to an account with Google', async ({ visitor, page }) => {
  await visitor.accounts.withProvider('google.com')
  await visitor.open()
  await visitor.meetConflict(['google.com'])
  await visitor.inspects('Sign in', {
    texts: ['You already have an account', `You’ve already used ${visitor.email}. Sign in with Google to continue.`],
  })
  await visitor.press('Sign in with Google')
  await page.locator('#accounts-list .js-reuse-account', { hasText: visitor.email }).click()
  await visitor.arrives()
})

test('reports another Google account than the entered address', async ({ visitor }) => {
  await visitor.accounts.withProvider('google.com')
  visitor.answer('createAuthUri', usesGoogle, Infinity)
  await visitor.open()
  await visitor.enterAddress()
  await visitor.signInWith('Sign in with Google', visitor.other)
  await visitor.inspects('Sign in', {
    texts: [`Continue with ${visitor.other}?`, `You originally wanted to sign in with ${visitor.email}`],
    buttons: ['Cancel', 'Continue'],
  })
  await visitor.press('Continue')
  await visitor.arrives()
})

test('signs in by phone, and explains each refusal', async ({ visitor, page }) => {
  await visitor.open({ signInOptions: ['password', { provider: 'phone', defaultCountry: 'GB' }] })
  await visitor.press('Continue with phone')
  await visitor.inspects('Enter your phone number', {
    texts: ['By tapping Verify, an SMS may be sent. Message & data rates may apply.'],
    fields: ['Phone number'],
    buttons: ['Cancel', 'Verify'],
  })
  await visitor.press('Country code: United Kingdom +44')
  const dialog = page.getByRole('dialog', { name: 'Choose a country code', exact: true })
  await visitor.inspects(null, { fields: ['Search by country or code'], buttons: ['France +33', 'Close'] }, dialog)
  await visitor.fill('Search by country or code', '+1')
  await visitor.press('United States +1')
  await visitor.sees('+1')
  await visitor.fill('Phone number', visitor.national)
  visitor.answer('sendVerificationCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
  await visitor.press('Verify')
  await visitor.reads('This phone number has been used too many times')
  await visitor.press('Verify')
  await visitor.inspects('Verify your phone number', {
    texts: ['Enter the 6-digit code we sent to', 'Resend code in 0:'],
    fields: ['6-digit code'],
    buttons: ['Cancel', 'Continue'],
  })
  await visitor.fill('6-digit code', '12345')
  await visitor.press('Continue')
  await visitor.reads('Wrong code. Try again.')
  await visitor.enterCode()
  visitor.answer('signInWithPhoneNumber', 'INVALID_CODE')
  await visitor.press('Continue')
  await visitor.reads('Wrong code. Try again.')
  visitor.answer('signInWithPhoneNumber', 'SESSION_EXPIRED')
  await visitor.press('Continue')
  await visitor.reads('This code is no longer valid')
  await visitor.seesPage('Enter your phone number')
})

test('shows a captcha, and only the countries of the settings', async ({ visitor, page }) => {
  await page.addInitScript(showCaptcha)
  const phone = { provider: 'phone', whitelistedCountries: ['US'], recaptchaParameters: { size: 'normal' } }
  await visitor.open({ signInOptions: ['password', phone] }, { isEmulator: false })
  await visitor.press('Continue with phone')
  await visitor.fill('Phone number', '+33123456789')
  await visitor.press('Verify')
  await visitor.reads('The country code provided is not supported.')
  await visitor.fill('Phone number', visitor.national)
  await visitor.press('Verify')
  await visitor.reads('Solve the reCAPTCHA')
})

/** Run in the page before its scripts: the captcha is shown and stays unsolved. */
function showCaptcha() {
  const captcha = {
    render: () => 0,
    getResponse: () => '',
    execute() {},
    reset() {},
    ready: (go: () => void) => go(),
  }
  const { fetch } = window
  const isKey = (to: unknown) => typeof to === 'string' && to.includes('/recaptchaParams')
  window.fetch = async (to, init) => (isKey(to) ? Response.json({ recaptchaSiteKey: 'key' }) : fetch(to, init))
  Object.assign(window, { grecaptcha: captcha })
}

test('refuses One Tap with an account of another client', async ({ visitor, page }) => {
  await page.addInitScript(() => {
    let chosen: (result: object) => void = () => {}
    const id = {
      initialize: ({ callback }: { callback: typeof chosen }) => (chosen = callback),
      prompt: () => setTimeout(() => chosen({ clientId: 'another.apps.example', credential: 'one.two.three' })),
      cancel() {},
    }
    Object.assign(window, { google: { accounts: { id } } })
  })
  await visitor.open({
    credentialHelper: 'googleyolo',
    signInOptions: [{ provider: 'google.com', clientId: 'ours.apps.example' }, 'password'],
  })
  await visitor.reads('The selected credential for the authentication provider is not supported!')
})

const help = { adminEmail: 'hello@unhurried.example', helpLink: 'https://help.example/sign-up' }

test('refuses new accounts by email if the settings do', async ({ visitor }) => {
  await visitor.open({
    signInOptions: [{ provider: 'password', disableSignUp: { status: true, ...help } }, 'google.com'],
  })
  await visitor.enterAddress('new')
  await visitor.inspects('Not Authorized', {
    texts: [
      `${visitor.email} is not authorized to view the requested page.`,
      'Please contact hello@unhurried.example for authorization.',
    ],
    links: ['Learn More'],
  })
  await visitor.press('Back')
  await visitor.seesPage('Continue with email')
})

test('refuses new accounts if the project does', async ({ visitor }) => {
  await visitor.open({ adminRestrictedOperation: { status: true, ...help } })
  visitor.answer('signInWithIdp', 'ADMIN_ONLY_OPERATION')
  await visitor.signInWith('Continue with Google')
  await visitor.seesPage('Not Authorized', {
    texts: ['User is not authorized to view the requested page.'],
    links: ['Learn More'],
  })
  await visitor.press('Back')
  await visitor.sees('Continue with email')
})

test('explains an account of a provider without a button', async ({ visitor }) => {
  await visitor.accounts.withProvider('google.com')
  visitor.answer('createAuthUri', usesGoogle, Infinity)
  await visitor.open({ signInOptions: ['password', 'facebook.com'] })
  await visitor.enterAddress()
  await visitor.inspects('Sign in', {
    texts: [`To continue sign in with ${visitor.email} on this device, you have to recover the password.`],
    buttons: ['Cancel', 'Recover password'],
  })
  await visitor.press('Recover password')
  await visitor.seesPage('Recover password')
})

test('offers other ways if a call gets no answer', async ({ visitor, page }) => {
  await page.clock.install()
  await visitor.open(byLink)
  visitor.answer('sendOobCode', 'hangs')
  await visitor.enterAddress()
  await visitor.inspects('One moment')
  await page.clock.fastForward(20 * limits.busyDelayMs)
  await visitor.press('Other ways to sign in')
  await visitor.sees('Continue with email')
})
