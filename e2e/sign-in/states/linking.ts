import { inGroup, fill, press, type Reply } from './state'
import { byLink, withProvider, googleAccount, known, linkAccount, passwordAccount, signedIn } from './steps'

/** Facebook's address is unverified and belongs to another account. The emulator trusts every address. */
const conflict = (verifiedProvider: string[]): Reply => ({
  operation: 'accounts:signInWithIdp',
  times: 1,
  body: {
    needConfirmation: true,
    email: '{email}',
    verifiedProvider,
    providerId: 'facebook.com',
    federatedId: 'http://facebook.com/one',
    // The emulator's way to say who it is, once the two are linked.
    oauthAccessToken: '{"sub":"facebook-{email}","email":"{email}","email_verified":false}',
  },
})

export const linkingStates = inGroup('Account linking', [
  {
    name: 'linking-with-password',
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
    calls: ['accounts:signInWithIdp', 'accounts:signInWithPassword', 'accounts:signInWithIdp'],
  },
  {
    name: 'linking-with-email-link',
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
    exit: { steps: [press('Sign in')], leads: { heading: 'Sign-in email sent' } },
    calls: ['accounts:signInWithIdp', 'accounts:sendOobCode'],
  },
  {
    name: 'linking-by-opened-link',
    replies: [conflict([])],
    settings: byLink,
    prepare: linkAccount,
    steps: [...withProvider('Facebook'), press('Sign in'), { see: 'Sign-in email sent' }],
    expects: { heading: 'Sign-in email sent' },
    exit: signedIn({ mail: '{email}' }),
    calls: ['accounts:signInWithEmailLink', 'accounts:signInWithIdp'],
  },
  {
    name: 'linking-on-another-device',
    replies: [conflict([])],
    settings: byLink,
    prepare: linkAccount,
    steps: [
      ...withProvider('Facebook'),
      press('Sign in'),
      { see: 'Sign-in email sent' },
      { forget: 'all' },
      { mail: '{email}' },
    ],
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
  {
    name: 'linking-with-google',
    replies: [conflict(['google.com'])],
    prepare: googleAccount,
    steps: withProvider('Facebook'),
    expects: {
      heading: 'Sign in',
      texts: ['You already have an account', 'You’ve already used {email}. Sign in with Google to continue.'],
      buttons: ['Sign in with Google'],
    },
    exit: signedIn(press('Sign in with Google'), press('#accounts-list .js-reuse-account')),
    calls: ['accounts:signInWithIdp'],
  },
  {
    name: 'email-mismatch',
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
])
