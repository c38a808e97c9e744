import { inGroup, fill, press } from './state'
import { asGuest, atList, byLink, emailLink, known, linkSent, signedIn } from './steps'

const trouble = press('Trouble getting email?', 'link')
const guests = { signInOptions: [emailLink, 'anonymous'], autoUpgradeAnonymousUsers: true }

export const linkStates = inGroup('Email links', [
  {
    name: 'sign-in-email-sent',
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
    exit: { steps: [press('Back')], leads: { heading: 'Continue with email' } },
    calls: ['accounts:sendOobCode'],
  },
  {
    name: 'trouble-getting-email',
    settings: byLink,
    steps: [...linkSent(), trouble],
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
  {
    name: 'email-link-opened',
    settings: byLink,
    steps: linkSent(),
    expects: { heading: 'Sign-in email sent' },
    exit: signedIn({ mail: '{email}' }),
    calls: ['accounts:sendOobCode', 'accounts:resetPassword', 'accounts:signInWithEmailLink'],
  },
  {
    name: 'confirm-email',
    settings: byLink,
    steps: [...linkSent(), { forget: 'all' }, { mail: '{email}' }],
    expects: {
      heading: 'Confirm email',
      texts: ['Confirm your email to complete sign in'],
      fields: ['Email'],
      buttons: ['Cancel', 'Next'],
    },
    exit: signedIn(fill('Email', '{email}'), press('Next')),
    calls: ['accounts:resetPassword', 'accounts:signInWithEmailLink'],
  },
  {
    name: 'different-device',
    settings: { signInOptions: [{ ...emailLink, forceSameDevice: true }, 'google.com'] },
    steps: [...linkSent(), { forget: 'all' }, { mail: '{email}' }],
    expects: {
      heading: 'New device or browser detected',
      texts: ['Try opening the link using the same device or browser where you started the sign-in process.'],
      buttons: ['Dismiss'],
    },
    exit: atList(press('Dismiss')),
  },
  {
    name: 'session-ended',
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
  {
    name: 'guest-who-left',
    settings: guests,
    steps: [...asGuest, { open: '/auth' }, ...linkSent(), { forget: 'all' }, { mail: '{email}' }],
    expects: { heading: 'New device or browser detected', buttons: ['Dismiss'] },
    exit: atList(press('Dismiss')),
  },
  {
    name: 'email-link-spent',
    settings: byLink,
    path: '/auth?mode=signIn&oobCode=never-was-one&apiKey=local-api-key&lang=en',
    expects: {
      alerts: [
        'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
      ],
    },
    exit: { steps: known(), leads: { heading: 'Sign-in email sent' } },
  },
])
