import { inGroup, fill, press } from './state'
import { exitAfter, otherWays, passwordAccount, signedIn } from './steps'

const tenants = {
  clinic: { displayName: 'Clinic North', signInOptions: ['password', 'google.com'] },
  _: { displayName: 'Unhurried', signInOptions: ['google.com', 'password', 'anonymous'] },
}
const byDomain = {
  displayMode: 'identifierFirst',
  tenants: {
    clinic: { displayName: 'Clinic North', signInOptions: [{ provider: 'google.com', hd: 'clinic.example' }] },
    _: { displayName: 'Unhurried', signInOptions: [{ provider: 'password', hd: 'people.example' }] },
  },
}

export const tenantStates = inGroup('Tenants', [
  {
    name: 'select-tenant',
    settings: { tenants },
    expects: {
      heading: 'Choose where to sign in',
      buttons: ['Sign in to Clinic North', 'Sign in to Unhurried'],
      links: ['Terms of Service', 'Privacy Policy'],
    },
    exit: { steps: [press('Sign in to Clinic North')], leads: { text: 'Continue with email' } },
  },
  {
    name: 'tenant-provider-list',
    settings: { tenants },
    steps: [press('Sign in to Unhurried')],
    expects: {
      buttons: ['Continue with Google', 'Continue with email', 'Continue as guest', 'Sign in somewhere else'],
    },
    exit: signedIn(press('Continue as guest')),
    calls: ['accounts:signUp'],
  },
  {
    name: 'provider-match-by-email',
    settings: byDomain,
    prepare: passwordAccount,
    expects: { heading: 'Sign in', fields: ['Email'], buttons: ['Next'] },
    exit: { steps: [fill('Email', '{email}'), press('Next')], leads: { text: 'Trouble signing in?' } },
  },
  {
    name: 'no-matching-tenant',
    settings: byDomain,
    prepare: passwordAccount,
    steps: [fill('Email', 'somebody@elsewhere.example'), press('Next')],
    expects: {
      heading: 'Sign in',
      alerts: ['No sign-in provider is available for the given email, please try with a different email.'],
    },
    exit: { steps: [fill('Email', '{email}'), press('Next')], leads: { text: 'Trouble signing in?' } },
  },
  {
    name: 'tenant-that-is-none',
    settings: { tenants },
    path: '/auth?tenantId=nobody',
    expects: {
      heading: 'Error encountered',
      texts: ['We couldn’t find anywhere to sign in with this address.'],
      buttons: ['Retry'],
    },
    exit: { steps: [press('Retry')], leads: { text: 'Sign in to Clinic North' } },
  },
  {
    name: 'spinner',
    // A tenant's client stores no session, so the hand-over to the page's own client hangs.
    settings: { tenants: { ...tenants, clinic: { ...tenants.clinic, signInOptions: ['password', 'anonymous'] } } },
    lacks: 'database',
    steps: [press('Sign in to Clinic North'), press('Continue as guest')],
    expects: { heading: 'One moment', buttons: ['Sign in somewhere else'] },
    exit: { steps: [otherWays], leads: { text: 'Sign in to Clinic North' } },
    exitAfter,
    calls: ['accounts:signUp'],
  },
  {
    name: 'signed-out',
    settings: { tenants },
    path: '/auth?mode=signOut',
    expects: {
      heading: 'Sign Out',
      texts: ['You are now successfully signed out.'],
      links: ['Sign in again'],
    },
    exit: { steps: [press('Sign in again', 'link')], leads: { text: 'Sign in to Clinic North' } },
  },
])
