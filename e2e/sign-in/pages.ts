/** The widget's pages for each way to sign in. */
import { words } from '@/tests/setup/words'
import { fill, press, type States } from './state'
import {
  asGuest,
  atList,
  byLink,
  conflict,
  emailLink,
  googleAccount,
  known,
  linkAccount,
  linkSent,
  newcomer,
  passwordAccount,
  phoneGiven,
  signedIn,
  toEmail,
  toPhone,
  withProvider,
} from './steps'

const guests = { signInOptions: [emailLink, 'anonymous'], autoUpgradeAnonymousUsers: true }
const legal = ['Terms of Service', 'Privacy Policy']

const start: States = {
  'provider-list-of-all': {
    settings: {
      signInOptions: [
        ...words`google.com facebook.com twitter.com github.com apple.com microsoft.com yahoo.com password phone anonymous`,
        { provider: 'saml.clinic', providerName: 'the clinic' },
        { provider: 'oidc.university', fullLabel: 'University account' },
      ],
    },
    expects: {
      buttons: [
        'Continue with Google',
        'Continue with Facebook',
        'Continue with Twitter',
        'Continue with GitHub',
        'Continue with Apple',
        'Continue with Microsoft',
        'Continue with Yahoo',
        'Continue with email',
        'Continue with phone',
        'Continue as guest',
        'Continue with the clinic',
        'University account',
      ],
      links: legal,
    },
    exit: signedIn(...asGuest),
  },
  'email-entry': {
    steps: toEmail,
    expects: { heading: 'Continue with email', fields: ['Email'], buttons: ['Cancel', 'Next'] },
    exit: atList(press('Cancel')),
  },
  'password-sign-in': {
    both: true,
    prepare: passwordAccount,
    steps: known(),
    expects: {
      heading: 'Sign in',
      fields: ['Password'],
      buttons: ['Change email address', 'Show what you type', 'Sign in'],
      links: ['Trouble signing in?'],
    },
    exit: signedIn(fill('Password', '{password}'), press('Sign in')),
  },
  'create-account': {
    both: true,
    steps: newcomer(),
    expects: {
      heading: 'Create account',
      fields: ['Your name', 'Choose password'],
      buttons: ['Change email address', 'Cancel', 'Save', 'Show password'],
    },
    exit: signedIn(fill('Your name', 'Ada'), fill('Choose password', '{password}'), press('Save')),
  },
  'recover-password': {
    both: true,
    prepare: passwordAccount,
    steps: [...known(), press('Trouble signing in?', 'link')],
    expects: {
      heading: 'Recover password',
      texts: ['Get instructions sent to this email that explain how to reset your password'],
      fields: ['Email'],
      buttons: ['Cancel', 'Send'],
    },
    exit: { steps: [press('Send')], leads: { heading: 'Check your email' } },
  },
}

const links: States = {
  'sign-in-email-sent': {
    settings: byLink,
    steps: known(),
    expects: {
      heading: 'Sign-in email sent',
      texts: [
        'A sign-in email with additional instructions was sent to {email}. Check your email to complete sign-in.',
      ],
      buttons: ['Back'],
      links: ['Trouble getting email?'],
    },
    exit: signedIn({ mail: '{email}' }),
  },
  'trouble-getting-email': {
    settings: byLink,
    steps: [...linkSent(), press('Trouble getting email?', 'link')],
    expects: {
      heading: 'Trouble getting email?',
      texts: [
        'Try these common fixes:',
        'Check if the email was marked as spam or filtered.',
        'Check your internet connection.',
        'Check that you did not misspell your email.',
        'Check that your inbox space is not running out or other inbox settings related issues.',
        "If the steps above didn't work, you can resend the email. Note that this will deactivate the link in the older email.",
      ],
      buttons: ['Back'],
      links: ['Resend'],
    },
    exit: { steps: [press('Resend', 'link')], leads: { heading: 'Sign-in email sent' } },
  },
  'confirm-email': {
    settings: byLink,
    steps: [...linkSent(), { forget: 'all' }, { mail: '{email}' }],
    expects: {
      heading: 'Confirm email',
      texts: ['Confirm your email to complete sign in'],
      fields: ['Email'],
      buttons: ['Cancel', 'Next'],
    },
    exit: signedIn(fill('Email', '{email}'), press('Next')),
  },
  'different-device': {
    settings: { signInOptions: [{ ...emailLink, forceSameDevice: true }, 'google.com'] },
    steps: [...linkSent(), { forget: 'all' }, { mail: '{email}' }],
    expects: {
      heading: 'New device or browser detected',
      texts: ['Try opening the link using the same device or browser where you started the sign-in process.'],
      buttons: ['Dismiss'],
    },
    exit: atList(press('Dismiss')),
  },
  'session-ended': {
    settings: guests,
    steps: [
      ...asGuest,
      { open: '/auth' },
      ...linkSent(),
      { forget: 'person' },
      { open: '/auth' },
      ...asGuest,
      { mail: '{email}' },
    ],
    expects: {
      heading: 'Session ended',
      texts: ['The session associated with this sign-in request has either expired or was cleared.'],
      buttons: ['Dismiss'],
    },
    exit: atList(press('Dismiss')),
  },
}

const toFacebookLink = [...withProvider('Facebook'), press('Sign in'), { see: 'Sign-in email sent' }]

const linking: States = {
  'linking-with-password': {
    both: true,
    replies: [conflict([])],
    prepare: passwordAccount,
    steps: withProvider('Facebook'),
    expects: {
      heading: 'Sign in',
      texts: [
        'You already have an account',
        'You’ve already used {email} to sign in. Enter your password for that account.',
      ],
      fields: ['Password'],
      buttons: ['Sign in'],
      links: ['Trouble signing in?'],
    },
    exit: signedIn(fill('Password', '{password}'), press('Sign in')),
  },
  'linking-with-email-link': {
    replies: [conflict([])],
    settings: byLink,
    prepare: linkAccount,
    steps: withProvider('Facebook'),
    expects: {
      heading: 'Sign in',
      texts: [
        'You already have an account',
        'You’ve already used {email}. You can connect your Facebook account with {email} by signing in with email link below.',
        'For this flow to successfully connect your Facebook account with this email, you have to open the link on the same device or browser.',
      ],
      buttons: ['Sign in'],
    },
    exit: signedIn(press('Sign in'), { see: 'Sign-in email sent' }, { mail: '{email}' }),
  },
  'linking-on-another-device': {
    replies: [conflict([])],
    settings: byLink,
    prepare: linkAccount,
    steps: [...toFacebookLink, { forget: 'all' }, { mail: '{email}' }],
    expects: {
      heading: 'Sign in',
      texts: [
        'You originally intended to connect Facebook to your email account but have opened the link on a different device where you are not signed in.',
        'If you still want to connect your Facebook account, open the link on the same device where you started sign-in. Otherwise, tap Continue to sign-in on this device.',
      ],
      buttons: ['Continue'],
    },
    exit: { steps: [press('Continue')], leads: { heading: 'Confirm email' } },
  },
  'linking-with-google': {
    replies: [conflict(['google.com'])],
    prepare: googleAccount,
    steps: withProvider('Facebook'),
    expects: {
      heading: 'Sign in',
      texts: ['You already have an account', 'You’ve already used {email}. Sign in with Google to continue.'],
      buttons: ['Sign in with Google'],
    },
    exit: signedIn(press('Sign in with Google'), press('#accounts-list .js-reuse-account:has-text("{email}")')),
  },
  'email-mismatch': {
    // If accounts are hidden, only the provider's answer leads to Google.
    replies: [
      {
        operation: 'accounts:createAuthUri',
        body: { registered: true, signinMethods: ['google.com'], allProviders: ['google.com'], sessionId: 'one' },
      },
    ],
    prepare: googleAccount,
    steps: [
      ...known(),
      press('Sign in with Google'),
      press('Add new account'),
      fill('#email-input', '{other}'),
      press('#sign-in'),
    ],
    expects: {
      heading: 'Sign in',
      texts: ['Continue with {other}?', 'You originally wanted to sign in with {email}'],
      buttons: ['Cancel', 'Continue'],
    },
    exit: signedIn(press('Continue')),
  },
}

const phone: States = {
  'phone-number': {
    steps: toPhone,
    expects: {
      heading: 'Enter your phone number',
      texts: ['By tapping Verify, an SMS may be sent. Message & data rates may apply.'],
      fields: ['Phone number'],
      buttons: ['Cancel', 'Verify'],
    },
    exit: atList(press('Cancel')),
  },
  'phone-country-list': {
    settings: { signInOptions: ['password', { provider: 'phone', defaultCountry: 'GB' }] },
    steps: [...toPhone, press('Country code: United Kingdom +44')],
    expects: {
      dialog: 'Choose a country code',
      fields: ['Search by country or code'],
      buttons: ['France +33', 'Close'],
    },
    exit: { steps: [fill('Search by country or code', '+49'), press('Germany +49')], leads: { text: '+49' } },
  },
  'phone-code': {
    steps: [...phoneGiven, { see: 'Verify your phone number' }],
    expects: {
      heading: 'Verify your phone number',
      texts: ['Enter the 6-digit code we sent to', 'Resend code in 0:'],
      fields: ['6-digit code'],
      buttons: ['Cancel', 'Continue'],
    },
    exit: signedIn({ code: '6-digit code', to: '{phone}' }, press('Continue')),
  },
}

export const pageStates: States = { ...start, ...links, ...linking, ...phone }
