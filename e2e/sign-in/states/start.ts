import { inGroup, press } from './state'
import { asGuest, atList, signedIn, toEmail } from './steps'

export const startStates = inGroup('Start', [
  {
    name: 'provider-list',
    expects: {
      buttons: ['Sign in with Google', 'Sign in with Facebook', 'Sign in with email', 'Sign in with phone'],
      links: ['Terms of Service', 'Privacy Policy'],
    },
    exit: { steps: toEmail, leads: { heading: 'Sign in with email' } },
  },
  {
    name: 'provider-list-of-all',
    settings: {
      signInOptions: [
        'google.com',
        'facebook.com',
        'twitter.com',
        'github.com',
        'apple.com',
        'microsoft.com',
        'yahoo.com',
        'password',
        'phone',
        'anonymous',
        { provider: 'saml.clinic', providerName: 'the clinic' },
        { provider: 'oidc.university', fullLabel: 'University account' },
      ],
    },
    expects: {
      buttons: [
        'Sign in with Google',
        'Sign in with Facebook',
        'Sign in with Twitter',
        'Sign in with GitHub',
        'Sign in with Apple',
        'Sign in with Microsoft',
        'Sign in with Yahoo',
        'Sign in with email',
        'Sign in with phone',
        'Continue as guest',
        'Sign in with the clinic',
        'University account',
      ],
    },
    exit: signedIn(...asGuest),
    calls: ['accounts:signUp'],
  },
  {
    name: 'provider-list-with-guest',
    settings: { signInOptions: ['password', 'anonymous'] },
    expects: { buttons: ['Sign in with email', 'Continue as guest'] },
    exit: signedIn(...asGuest),
  },
  {
    name: 'provider-list-without-legal-links',
    settings: { tosUrl: null },
    expects: { buttons: ['Sign in with email'] },
    exit: { steps: toEmail, leads: { heading: 'Sign in with email' } },
  },
  {
    name: 'email-entry',
    steps: toEmail,
    expects: { heading: 'Sign in with email', fields: ['Email'], buttons: ['Cancel', 'Next'] },
    exit: atList(press('Cancel')),
  },
  {
    name: 'email-entry-alone',
    settings: { signInOptions: ['password'] },
    expects: {
      heading: 'Sign in with email',
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
    expects: { buttons: ['Sign in with Google', 'Sign in with email'] },
    exit: { steps: toEmail, leads: { heading: 'Sign in with email' } },
  },
  {
    name: 'look-up-that-waits',
    replies: [{ operation: 'accounts:createAuthUri', fails: 'hangs' }],
    steps: toEmail,
    expects: { heading: 'Sign in with email' },
    exit: atList(press('Cancel')),
  },
  {
    name: 'back-without-having-left',
    path: '/auth?mode=callback',
    expects: { buttons: ['Sign in with Google', 'Sign in with email', 'Sign in with phone'] },
    exit: { steps: toEmail, leads: { heading: 'Sign in with email' } },
  },
  {
    name: 'asked-to-choose',
    path: '/auth?mode=select',
    expects: { buttons: ['Sign in with Google', 'Sign in with email', 'Sign in with phone'] },
    exit: { steps: toEmail, leads: { heading: 'Sign in with email' } },
  },
  {
    name: 'without-scripts',
    lacks: 'scripts',
    console: [/Blocked script execution/],
    expects: { texts: ['No phone call. A text code at most.', 'Signing in needs JavaScript.'] },
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
