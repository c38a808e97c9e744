/** Refusals, interruptions and tenants. */
import { fill, press, type States } from './state'
import {
  atList,
  byLink,
  exitAfter,
  googleAccount,
  known,
  linkSent,
  newcomer,
  otherWays,
  passwordAccount,
  signedIn,
  withProvider,
} from './steps'

const help = { adminEmail: 'hello@unhurried.example', helpLink: 'https://help.example/sign-up' }

const refusals: States = {
  'not-authorised-by-email': {
    settings: { signInOptions: [{ provider: 'password', disableSignUp: { status: true, ...help } }, 'google.com'] },
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
  'not-authorised-by-the-project': {
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
  'unsupported-provider': {
    settings: { signInOptions: ['password', 'facebook.com'] },
    prepare: googleAccount,
    // With protection on, only the provider knows; then the password page follows.
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
    exit: { steps: [press('Recover password')], leads: { heading: 'Recover password' } },
  },
  'callback-that-waits': {
    settings: byLink,
    replies: [{ operation: 'accounts:sendOobCode', fails: 'hangs' }],
    steps: known(),
    expects: { heading: 'One moment' },
    exit: atList(otherWays),
    exitAfter,
  },
  'links-refused': {
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
  },
  'link-interrupted': {
    settings: byLink,
    replies: [{ operation: 'accounts:resetPassword', fails: 'breaks', times: 1 }],
    steps: [...linkSent(), { mail: '{email}' }],
    expects: { texts: ['Nothing is lost. You can continue from here.'], buttons: ['Try again'] },
    exit: signedIn(press('Try again')),
  },
}

const clinics = {
  clinic: { displayName: 'Clinic North', signInOptions: ['password', 'anonymous'] },
  _: { displayName: 'Unhurried', signInOptions: ['google.com', 'password', 'anonymous'] },
}
const byDomain = {
  displayMode: 'identifierFirst',
  tenants: {
    clinic: { displayName: 'Clinic North', signInOptions: [{ provider: 'google.com', hd: 'clinic.example' }] },
    _: { displayName: 'Unhurried', signInOptions: [{ provider: 'password', hd: 'people.example' }] },
  },
}
const toClinic = { text: 'Sign in to Clinic North' }

const tenants: States = {
  'select-tenant': {
    settings: { tenants: clinics },
    expects: {
      heading: 'Choose where to sign in',
      buttons: ['Sign in to Clinic North', 'Sign in to Unhurried'],
      links: ['Terms of Service', 'Privacy Policy'],
    },
    exit: { steps: [press('Sign in to Unhurried')], leads: { text: 'Sign in somewhere else' } },
  },
  'provider-match-by-email': {
    settings: byDomain,
    prepare: passwordAccount,
    expects: { heading: 'Sign in', fields: ['Email'], buttons: ['Next'] },
    exit: { steps: [fill('Email', '{email}'), press('Next')], leads: { text: 'Trouble signing in?' } },
  },
  'no-matching-tenant': {
    settings: byDomain,
    steps: [fill('Email', 'somebody@elsewhere.example'), press('Next')],
    expects: {
      heading: 'Sign in',
      alerts: ['No sign-in provider is available for the given email, please try with a different email.'],
    },
  },
  'tenant-that-is-none': {
    settings: { tenants: clinics },
    path: '/auth?tenantId=nobody',
    expects: {
      heading: 'Error encountered',
      texts: ['We couldn’t find anywhere to sign in with this address.'],
      buttons: ['Retry'],
    },
    exit: { steps: [press('Retry')], leads: toClinic },
  },
  spinner: {
    // A tenant's client stores no session, so the hand-over to the page's own client hangs.
    settings: { tenants: clinics },
    lacks: 'database',
    steps: [press('Sign in to Clinic North'), press('Continue as guest')],
    expects: { heading: 'One moment', buttons: ['Sign in somewhere else'] },
    exit: { steps: [otherWays], leads: toClinic },
    exitAfter,
  },
  'signed-out': {
    settings: { tenants: clinics },
    path: '/auth?mode=signOut',
    expects: { heading: 'Sign Out', texts: ['You are now successfully signed out.'], links: ['Sign in again'] },
    exit: { steps: [press('Sign in again', 'link')], leads: toClinic },
  },
}

export const refusalStates: States = { ...refusals, ...tenants }
