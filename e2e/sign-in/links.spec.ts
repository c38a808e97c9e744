/** Pages that mailed links lead to, and tenants. */
import { limits } from '@/lib/site'
import { test } from './visitor'

test.describe.configure({ mode: 'parallel' })

const emailLink = { provider: 'password', signInMethod: 'emailLink' }
const byLink = { signInOptions: [emailLink, 'google.com', 'facebook.com'] }

test('resets a forgotten password', async ({ visitor }) => {
  await visitor.accounts.withPassword()
  await visitor.open()
  await visitor.enterAddress()
  await visitor.press('Trouble signing in?')
  await visitor.inspects('Recover password', {
    texts: ['Get instructions sent to this email that explain how to reset your password'],
    fields: ['Email'],
    buttons: ['Cancel', 'Send'],
  })
  await visitor.press('Send')
  await visitor.inspects('Check your email')
  await visitor.openMail()
  await visitor.inspects('Reset your password', {
    texts: [`for ${visitor.email}`],
    fields: ['New password'],
    buttons: ['Save'],
  })
  const rules = '[Password must contain at least 10 characters, an upper case character]'
  visitor.answer('resetPassword', `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: ${rules}`)
  await visitor.fill('New password', 'short-1')
  await visitor.press('Save')
  await visitor.reads('This password doesn’t meet the rules. It needs at least 10 characters and an upper case letter.')
  await visitor.fill('New password', 'Another-word-8')
  await visitor.press('Save')
  await visitor.inspects('Password changed', { texts: ['You can now sign in with your new password'] })
  await visitor.press('Continue')
  await visitor.sees('Continue with email')
})

test('signs in with an emailed link, and explains refused ones', async ({ visitor }) => {
  await visitor.open(byLink)
  await visitor.enterAddress()
  await visitor.inspects('Sign-in email sent', {
    texts: [
      `A sign-in email with additional instructions was sent to ${visitor.email}. Check your email to complete sign-in.`,
    ],
    buttons: ['Back'],
  })
  await visitor.press('Trouble getting email?')
  await visitor.inspects('Trouble getting email?', {
    texts: [
      'Try these common fixes:',
      'Check if the email was marked as spam or filtered.',
      'Check your internet connection.',
      'Check that you did not misspell your email.',
      'Check that your inbox space is not running out or other inbox settings related issues.',
      "If the steps above didn't work, you can resend the email. Note that this will deactivate the link in the older email.",
    ],
    buttons: ['Back'],
  })
  await visitor.press('Resend')
  await visitor.seesPage('Sign-in email sent')
  visitor.answer('resetPassword', 'EXPIRED_OOB_CODE')
  await visitor.openMail()
  await visitor.reads('This code has expired.')
  visitor.answer('resetPassword', 'INVALID_OOB_CODE')
  await visitor.openMail()
  await visitor.reads(
    'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
  )
  await visitor.forget('all')
  await visitor.openMail()
  await visitor.inspects('Confirm email', {
    texts: ['Confirm your email to complete sign in'],
    fields: ['Email'],
    buttons: ['Cancel', 'Next'],
  })
  await visitor.fill('Email', visitor.other)
  await visitor.press('Next')
  await visitor.reads('The email provided does not match the current sign-in session.')
})

test('refuses a same-device link on another device', async ({ visitor }) => {
  await visitor.open({ signInOptions: [{ ...emailLink, forceSameDevice: true }, 'google.com'] })
  await visitor.enterAddress()
  await visitor.seesPage('Sign-in email sent')
  await visitor.forget('all')
  await visitor.openMail()
  await visitor.inspects('New device or browser detected', {
    texts: ['Try opening the link using the same device or browser where you started the sign-in process.'],
  })
  await visitor.press('Dismiss')
  await visitor.sees('Continue with email')
})

test('ends the session for a link of another guest', async ({ visitor, page }) => {
  await visitor.open({ signInOptions: [emailLink, 'anonymous'], autoUpgradeAnonymousUsers: true })
  await visitor.signInAsGuest()
  await page.goto('/auth')
  await visitor.enterAddress()
  await visitor.seesPage('Sign-in email sent')
  await visitor.forget('person')
  await page.goto('/auth')
  await visitor.signInAsGuest()
  await visitor.openMail()
  await visitor.inspects('Session ended', {
    texts: ['The session associated with this sign-in request has either expired or was cleared.'],
  })
  await visitor.press('Dismiss')
  await visitor.sees('Continue with email')
})

test('confirms a verified and a changed address', async ({ visitor, page }) => {
  const { idToken } = await visitor.accounts.withPassword()
  await visitor.open({}, { path: await visitor.accounts.link('VERIFY_EMAIL', { idToken }) })
  await visitor.inspects('Your email has been verified', { texts: ['You can sign in now.'] })
  await visitor.press('Continue')
  await visitor.sees('Continue with email')
  await page.goto(await visitor.accounts.link('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: visitor.other }))
  await visitor.inspects('Your email has been verified and changed', {
    texts: [`You can now sign in with your new email ${visitor.other}.`],
  })
})

test('restores the earlier address by its link', async ({ visitor }) => {
  const { idToken } = await visitor.accounts.withPassword()
  await visitor.accounts.changeEmail(idToken, visitor.other)
  await visitor.open({}, { path: await visitor.accounts.link('RECOVER_EMAIL') })
  await visitor.inspects('Updated email address', {
    texts: [
      `Your sign-in email address has been changed back to ${visitor.email}.`,
      'If you didn’t ask to change your sign-in email, it’s possible someone is trying to access your account and you should change your password right away.',
    ],
  })
  await visitor.press('change your password right away')
  await visitor.seesPage('Check your email')
})

const spent = (mode: string) => `/auth?mode=${mode}&oobCode=never-was-one&apiKey=local-api-key&lang=en`

test('removes a new second factor by its link', async ({ visitor }) => {
  const { email } = visitor
  await visitor.accounts.withPassword()
  const mfaInfo = { mfaEnrollmentId: 'factor-1', phoneInfo: '+*******0199', enrolledAt: '2026-01-02T03:04:05Z' }
  visitor.answer('resetPassword', { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo }, Infinity)
  visitor.answer('update', { email }, Infinity)
  await visitor.open({}, { path: spent('revertSecondFactorAddition') })
  await visitor.inspects('Removed second factor', {
    texts: [
      'The phone +*******0199 was removed as a second authentication step.',
      "If you don't recognize this device, someone might be trying to access your account. Consider changing your password right away.",
    ],
  })
  await visitor.press('changing your password right away')
  await visitor.seesPage('Check your email')
})

/** The last page of a link whose code is invalid or expired. */
const failures: [mode: string, heading: string, ...texts: string[]][] = [
  [
    'resetPassword',
    'Try resetting your password again',
    'Your request to reset your password has expired or the link has already been used',
  ],
  [
    'verifyEmail',
    'Try verifying your email again',
    'Your request to verify your email has expired or the link has already been used',
  ],
  [
    'verifyAndChangeEmail',
    'Try updating your email again',
    'Your request to verify and update your email has expired or the link has already been used.',
  ],
  [
    'recoverEmail',
    'Unable to update your email address',
    'There was a problem changing your sign-in email back.',
    'If you try again and still can’t reset your email, try asking your administrator for help.',
  ],
  [
    'revertSecondFactorAddition',
    "Couldn't remove your second factor",
    'Something went wrong removing your second factor.',
    "Try removing it again. If that doesn't work, contact support for assistance.",
  ],
]

test('explains links whose codes are spent', async ({ visitor, page }) => {
  await visitor.open()
  for (const [mode, heading, ...texts] of failures) {
    await page.goto(spent(mode))
    await visitor.seesPage(heading, { texts })
  }
  await visitor.inspects(failures.at(-1)?.[1] ?? '')
  await visitor.press('Back to sign in')
  await visitor.sees('Continue with email')
})

const clinics = {
  clinic: { displayName: 'Clinic North', signInOptions: ['password', 'anonymous'] },
  _: { displayName: 'Unhurried', signInOptions: ['google.com', 'password', 'anonymous'] },
}

test('offers a choice of tenants', async ({ visitor, page }) => {
  await visitor.open({ tenants: clinics }, { path: '/auth?mode=signOut' })
  await visitor.inspects('Sign Out', { texts: ['You are now successfully signed out.'] })
  await visitor.press('Sign in again')
  await visitor.inspects('Choose where to sign in', {
    buttons: ['Sign in to Clinic North', 'Sign in to Unhurried'],
    links: ['Terms of Service', 'Privacy Policy'],
  })
  await visitor.press('Sign in to Unhurried')
  await visitor.sees('Sign in somewhere else')
  await page.goto('/auth?tenantId=nobody')
  await visitor.inspects('Error encountered', {
    texts: ['We couldn’t find anywhere to sign in with this address.'],
  })
  await visitor.press('Retry')
  await visitor.sees('Sign in to Clinic North')
})

test('finds the tenant by the address', async ({ visitor }) => {
  await visitor.accounts.withPassword()
  await visitor.open({
    displayMode: 'identifierFirst',
    tenants: {
      clinic: { displayName: 'Clinic North', signInOptions: [{ provider: 'google.com', hd: 'clinic.example' }] },
      _: { displayName: 'Unhurried', signInOptions: [{ provider: 'password', hd: 'people.example' }] },
    },
  })
  await visitor.inspects('Sign in', { fields: ['Email'], buttons: ['Next'] })
  await visitor.fill('Email', 'somebody@elsewhere.example')
  await visitor.press('Next')
  await visitor.reads('No sign-in provider is available for the given email, please try with a different email.')
  await visitor.fill('Email', visitor.email)
  await visitor.press('Next')
  await visitor.sees('Trouble signing in?')
})

test('offers other ways if a tenant’s sign-in is never stored', async ({ visitor, page }) => {
  // A tenant's client stores no session, so the hand-over to the page's own client hangs.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value: { fbase_key?: string }, ...rest) {
      if (!String(value?.fbase_key).startsWith('firebase:authUser')) return put.call(this, value, ...rest)
      return new EventTarget() as IDBRequest<IDBValidKey>
    }
  })
  await page.clock.install()
  await visitor.open({ tenants: clinics })
  await visitor.press('Sign in to Clinic North', 'Continue as guest')
  await visitor.inspects('One moment', { buttons: ['Sign in somewhere else'] })
  await page.clock.fastForward(20 * limits.busyDelayMs)
  await visitor.press('Other ways to sign in')
  await visitor.sees('Sign in to Clinic North')
})
