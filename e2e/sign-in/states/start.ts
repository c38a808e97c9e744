import { words } from '@/tests/setup/words'
import { inGroup, press } from './state'
import { asGuest, atList, signedIn, toEmail } from './steps'

export const startStates = inGroup('Start', [
  {
    name: 'provider-list',
    expects: {
      buttons: ['Continue with Google', 'Continue with Facebook', 'Continue with email', 'Continue with phone'],
      links: ['Terms of Service', 'Privacy Policy'],
    },
    exit: { steps: toEmail, leads: { heading: 'Continue with email' } },
  },
  {
    name: 'provider-list-of-all',
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
    },
    exit: signedIn(...asGuest),
    calls: ['accounts:signUp'],
  },
  {
    name: 'provider-list-with-guest',
    settings: { signInOptions: ['password', 'anonymous'] },
    expects: { buttons: ['Continue with email', 'Continue as guest'] },
    exit: signedIn(...asGuest),
  },
  {
    name: 'provider-list-without-legal-links',
    settings: { tosUrl: null },
    expects: { buttons: ['Continue with email'] },
    exit: { steps: toEmail, leads: { heading: 'Continue with email' } },
  },
  {
    name: 'email-entry',
    steps: toEmail,
    expects: { heading: 'Continue with email', fields: ['Email'], buttons: ['Cancel', 'Next'] },
    exit: atList(press('Cancel')),
  },
  {
    name: 'email-entry-alone',
    settings: { signInOptions: ['password'] },
    expects: {
      heading: 'Continue with email',
      fields: ['Email'],
      buttons: ['Next'],
      links: ['Terms of Service', 'Privacy Policy'],
    },
    exit: {
      steps: [press("I'm new here", 'radio'), { fill: 'Email', with: '{email}' }, press('Next')],
      leads: { heading: 'Create account' },
    },
  },
  {
    name: 'provider-list-with-popups',
    settings: { signInFlow: 'popup' },
    expects: { buttons: ['Continue with Google', 'Continue with email'] },
    exit: { steps: toEmail, leads: { heading: 'Continue with email' } },
  },
  {
    name: 'look-up-that-waits',
    replies: [{ operation: 'accounts:createAuthUri', fails: 'hangs' }],
    steps: toEmail,
    expects: { heading: 'Continue with email' },
    exit: atList(press('Cancel')),
  },
  {
    name: 'back-without-having-left',
    path: '/auth?mode=callback',
    expects: { buttons: ['Continue with Google', 'Continue with email', 'Continue with phone'] },
    exit: { steps: toEmail, leads: { heading: 'Continue with email' } },
  },
  {
    name: 'asked-to-choose',
    path: '/auth?mode=select',
    expects: { buttons: ['Continue with Google', 'Continue with email', 'Continue with phone'] },
    exit: { steps: toEmail, leads: { heading: 'Continue with email' } },
  },
  {
    name: 'without-scripts',
    lacks: 'scripts',
    console: [/Blocked script execution/],
    expects: {
      texts: ['We’ll never call. If you use your number, we’ll text a code.', 'Signing in needs JavaScript.'],
    },
    exit: null,
  },
  {
    name: 'without-storage',
    lacks: 'storage',
    expects: {
      texts: ['The browser you are using does not support Web Storage. Please try again in a different browser.'],
    },
    exit: null,
  },
])
