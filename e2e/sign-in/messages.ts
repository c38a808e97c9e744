/** Every message of the error catalogue, each provoked by the answer that the identity service gives for it. */
import { fill, press, type Reply, type State, type States, type Step } from './state'
import { byLink, withProvider, known, linkSent, newcomer, passwordAccount, phoneGiven, toEmail, toPhone } from './steps'

const signingIn: Step[] = [...known(), fill('Password', '{password}'), press('Sign in')]
const creating: Step[] = [...newcomer(), fill('Your name', 'Ada'), fill('Choose password', '{password}'), press('Save')]
const visibleCaptcha = {
  signInOptions: ['password', { provider: 'phone', defaultCountry: 'US', recaptchaParameters: { size: 'normal' } }],
}
const codeGiven: Step[] = [
  ...phoneGiven,
  { see: 'Verify your phone number' },
  fill('6-digit code', '123456'),
  press('Continue'),
]

type Message = Omit<State, 'expects' | 'exit'> & { says: string; heading?: string }

const refuse = (operation: string, message: string): Reply => ({ operation, message })

const table: Record<string, Message> = {
  'email-in-use': {
    prepare: passwordAccount,
    steps: creating,
    // With protection off, the look-up would lead a known address to another page.
    replies: [
      { operation: 'accounts:createAuthUri', body: { registered: false, sessionId: 'one' }, times: 1 },
      refuse('accounts:signUp', 'EMAIL_EXISTS'),
    ],
    says: 'The email address is already used by another account',
    heading: 'Create account',
  },
  'too-many-sign-ins': {
    prepare: passwordAccount,
    steps: signingIn,
    replies: [refuse('accounts:signInWithPassword', 'TOO_MANY_ATTEMPTS_TRY_LATER : Access is disabled for a while.')],
    says: 'You have entered an incorrect password too many times. Please try again in a few minutes.',
  },
  'too-many-accounts': {
    steps: creating,
    replies: [refuse('accounts:signUp', 'TOO_MANY_ATTEMPTS_TRY_LATER')],
    says: 'Too many account requests are coming from your IP address. Try again in a few minutes.',
  },
  'too-many-text-messages': {
    steps: phoneGiven,
    replies: [refuse('accounts:sendVerificationCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')],
    says: 'This phone number has been used too many times',
    heading: 'Enter your phone number',
  },
  'user-cancelled': {
    steps: withProvider('Google'),
    replies: [refuse('accounts:signInWithIdp', 'USER_CANCELLED')],
    says: 'Please authorize the required permissions to sign in to the application',
  },
  'user-not-found': {
    prepare: passwordAccount,
    steps: signingIn,
    replies: [refuse('accounts:signInWithPassword', 'EMAIL_NOT_FOUND')],
    says: "That email address doesn't match an existing account",
  },
  'weak-password': {
    steps: [...newcomer(), fill('Your name', 'Ada'), fill('Choose password', 'five5'), press('Save')],
    says: 'Strong passwords have at least 6 characters and a mix of letters and numbers',
  },
  'wrong-password': {
    prepare: passwordAccount,
    steps: [...known(), fill('Password', 'not-the-password'), press('Sign in')],
    says: "The email and password you entered don't match",
  },
  'network-failed': {
    prepare: passwordAccount,
    steps: signingIn,
    replies: [{ operation: 'accounts:signInWithPassword', fails: 'breaks' }],
    says: 'A network error has occurred',
  },
  'wrong-code': {
    steps: codeGiven,
    replies: [refuse('accounts:signInWithPhoneNumber', 'INVALID_CODE')],
    says: 'Wrong code. Try again.',
    heading: 'Verify your phone number',
  },
  'code-of-five-digits': {
    steps: [...phoneGiven, { see: 'Verify your phone number' }, fill('6-digit code', '12345'), press('Continue')],
    says: 'Wrong code. Try again.',
  },
  'code-expired': {
    steps: codeGiven,
    replies: [refuse('accounts:signInWithPhoneNumber', 'SESSION_EXPIRED')],
    says: 'This code is no longer valid',
    heading: 'Enter your phone number',
  },
  'action-code-expired': {
    settings: byLink,
    steps: [...linkSent(), { mail: '{email}' }],
    replies: [refuse('accounts:resetPassword', 'EXPIRED_OOB_CODE')],
    says: 'This code has expired.',
  },
  'action-code-invalid': {
    settings: byLink,
    steps: [...linkSent(), { mail: '{email}' }],
    replies: [refuse('accounts:resetPassword', 'INVALID_OOB_CODE')],
    says: 'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
  },
  'session-expired': {
    prepare: passwordAccount,
    steps: signingIn,
    replies: [refuse('accounts:lookup', 'INVALID_ID_TOKEN')],
    says: 'Your sign-in session has expired. Please try again.',
  },
  'mismatching-email': {
    settings: byLink,
    steps: [...linkSent(), { forget: 'all' }, { mail: '{email}' }, fill('Email', '{other}'), press('Next')],
    says: 'The email provided does not match the current sign-in session.',
    heading: 'Confirm email',
  },
  'unsupported-country': {
    lacks: 'captcha',
    settings: {
      signInOptions: [
        'password',
        { provider: 'phone', whitelistedCountries: ['US'], recaptchaParameters: { size: 'normal' } },
      ],
    },
    steps: [...toPhone, fill('Phone number', '+33123456789'), press('Verify')],
    says: 'The country code provided is not supported.',
  },
  'captcha-unsolved': {
    lacks: 'captcha',
    settings: visibleCaptcha,
    steps: [...toPhone, fill('Phone number', '{national}'), press('Verify')],
    says: 'Solve the reCAPTCHA',
  },
  'unsupported-credential': {
    oneTap: 'another.apps.example',
    settings: {
      credentialHelper: 'googleyolo',
      signInOptions: [{ provider: 'google.com', clientId: 'ours.apps.example' }, 'password'],
    },
    says: 'The selected credential for the authentication provider is not supported!',
  },
  'phone-number-invalid': {
    steps: [...toPhone, fill('Phone number', '5'), press('Verify')],
    replies: [refuse('accounts:sendVerificationCode', 'INVALID_PHONE_NUMBER : TOO_SHORT')],
    says: 'Enter a valid phone number',
  },
  'unknown-error': {
    prepare: passwordAccount,
    steps: signingIn,
    replies: [refuse('accounts:signInWithPassword', 'A_CODE_THAT_NOBODY_KNOWS')],
    says: 'Something went wrong. Please try again.',
  },
  'cloud-function-refused': {
    steps: creating,
    replies: [
      refuse(
        'accounts:signUp',
        'BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: {"error":{"details":{},"message":"New people are let in on Mondays.","status":"PERMISSION_DENIED"}}',
      ),
    ],
    says: 'New people are let in on Mondays.',
  },
  'email-missing': { steps: [...toEmail, press('Next')], says: 'Enter your email address to continue' },
  'email-malformed': {
    steps: [...toEmail, fill('Email', 'person@people'), press('Next')],
    says: "That email address isn't correct",
  },
  'password-missing': { prepare: passwordAccount, steps: [...known(), press('Sign in')], says: 'Enter your password' },
  'name-missing': {
    steps: [...newcomer(), fill('Your name', ' '), fill('Choose password', '{password}'), press('Save')],
    says: 'Enter your account name',
  },
}

/** By their condition. */
export const messageStates: States = Object.fromEntries(
  Object.entries(table).map(([name, { says, heading, ...state }]) => [
    `says-${name}`,
    { ...state, expects: { ...(heading && { heading }), alerts: [says] } },
  ]),
)

messageStates['says-no-web-storage'] = {
  lacks: 'storage',
  expects: {
    texts: ['The browser you are using does not support Web Storage. Please try again in a different browser.'],
  },
}
