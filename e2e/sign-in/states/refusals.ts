import { inGroup, fill, press } from './state'
import {
  atList,
  byLink,
  withProvider,
  emailLink,
  exitAfter,
  googleAccount,
  known,
  linkAccount,
  linkSent,
  newcomer,
  otherWays,
  passwordAccount,
  signedIn,
  toEmail,
} from './steps'

const help = { adminEmail: 'hello@unhurried.example', helpLink: 'https://help.example/sign-up' }

export const refusalStates = inGroup('Refusals', [
  {
    name: 'not-authorised-by-email',
    settings: {
      signInOptions: [{ provider: 'password', disableSignUp: { status: true, ...help } }, 'google.com'],
    },
    steps: newcomer(),
    expects: {
      heading: 'Not Authorized',
      texts: [
        '{email} is not authorized to view the requested page.',
        'Please contact hello@unhurried.example for authorization.',
      ],
      buttons: ['Back'],
      links: ['Learn More'],
    },
    exit: { steps: [press('Back')], leads: { heading: 'Continue with email' } },
  },
  {
    name: 'not-authorised-without-help',
    settings: { signInOptions: [{ provider: 'password', disableSignUp: { status: true } }, 'google.com'] },
    steps: newcomer(),
    expects: {
      heading: 'Not Authorized',
      texts: ['{email} is not authorized to view the requested page.'],
      buttons: ['Back'],
    },
    exit: { steps: [press('Back')], leads: { heading: 'Continue with email' } },
  },
  {
    name: 'not-authorised-by-the-project',
    settings: { signInOptions: [emailLink, 'google.com'], adminRestrictedOperation: { status: true, ...help } },
    replies: [{ operation: 'accounts:sendOobCode', message: 'ADMIN_ONLY_OPERATION' }],
    steps: known(),
    expects: {
      heading: 'Not Authorized',
      texts: ['Please contact hello@unhurried.example for authorization.'],
      buttons: ['Back'],
      links: ['Learn More'],
    },
    exit: { steps: [press('Back')], leads: { heading: 'Continue with email' } },
  },
  {
    name: 'not-authorised-elsewhere',
    settings: { adminRestrictedOperation: { status: true, ...help } },
    replies: [{ operation: 'accounts:signInWithIdp', message: 'ADMIN_ONLY_OPERATION' }],
    steps: withProvider('Google'),
    expects: {
      heading: 'Not Authorized',
      texts: ['User is not authorized to view the requested page.'],
      buttons: ['Back'],
      links: ['Learn More'],
    },
    exit: atList(press('Back')),
  },
  {
    name: 'unsupported-link-account',
    prepare: linkAccount,
    // With protection on, only the provider knows; then the password page follows.
    replies: [
      {
        operation: 'accounts:createAuthUri',
        body: { registered: true, signinMethods: ['emailLink'], allProviders: ['password'], sessionId: 'one' },
      },
    ],
    steps: known(),
    expects: {
      heading: 'Sign in',
      texts: ['To continue sign in with {email} on this device, you have to recover the password.'],
      buttons: ['Cancel', 'Recover password'],
    },
    exit: { steps: [press('Recover password')], leads: { heading: 'Recover password' } },
  },
  {
    name: 'unsupported-provider',
    settings: { signInOptions: ['password', 'facebook.com'] },
    prepare: googleAccount,
    replies: [
      {
        operation: 'accounts:createAuthUri',
        body: { registered: true, signinMethods: ['google.com'], allProviders: ['google.com'], sessionId: 'one' },
      },
    ],
    steps: known(),
    expects: {
      heading: 'Sign in',
      texts: ['To continue sign in with {email} on this device, you have to recover the password.'],
      buttons: ['Cancel', 'Recover password'],
    },
    exit: atList(press('Cancel')),
  },
  {
    name: 'callback-that-waits',
    settings: byLink,
    replies: [{ operation: 'accounts:sendOobCode', fails: 'hangs' }],
    steps: [...toEmail, { fill: 'Email', with: '{email}' }, press('Next')],
    expects: { heading: 'One moment' },
    exit: atList(otherWays),
    exitAfter,
    calls: ['accounts:sendOobCode'],
  },
  {
    name: 'blank-that-waits',
    settings: byLink,
    replies: [{ operation: 'accounts:resetPassword', fails: 'hangs' }],
    steps: [...linkSent(), { mail: '{email}' }],
    expects: { heading: 'One moment' },
    exit: atList(otherWays),
    exitAfter,
    calls: ['accounts:resetPassword'],
  },
  {
    name: 'links-refused',
    replies: [{ operation: 'accounts:sendOobCode', message: 'OPERATION_NOT_ALLOWED' }],
    prepare: passwordAccount,
    steps: [press('Email me a link instead'), fill('Email', '{email}'), press('Next')],
    expects: {
      heading: 'Continue with email',
      alerts: ['We can’t send links here. Please use a password or another way to sign in.'],
      fields: ['Email'],
      buttons: ['Cancel', 'Next'],
    },
    exit: signedIn(fill('Email', '{email}'), press('Next'), fill('Password', '{password}'), press('Sign in')),
    calls: ['accounts:sendOobCode', 'accounts:signInWithPassword'],
  },
  {
    name: 'redirect-without-a-result',
    steps: [press('Continue with Google'), { arrive: '/emulator/auth/handler' }, { open: '/auth' }],
    expects: {
      texts: ['Signing in with Google was not finished.', 'Nothing was changed.'],
      buttons: ['Try again in a small window', 'Other ways to sign in', 'Continue with Google'],
    },
    exit: atList(press('Other ways to sign in')),
  },
  {
    name: 'link-interrupted',
    settings: byLink,
    replies: [{ operation: 'accounts:resetPassword', fails: 'breaks', times: 1 }],
    steps: [...linkSent(), { mail: '{email}' }],
    expects: { texts: ['Nothing is lost. You can continue from here.'], buttons: ['Try again'] },
    exit: signedIn(press('Try again')),
    console: [/ERR_(CONTENT_LENGTH_MISMATCH|CONNECTION_RESET|CONNECTION_CLOSED)/],
  },
])
