import { inGroup, fill, press } from './state'
import { atList, known, newcomer, passwordAccount, signedIn } from './steps'

const trouble = press('Trouble signing in?', 'link')

export const passwordStates = inGroup('Email and password', [
  {
    name: 'password-sign-in',
    prepare: passwordAccount,
    steps: known(),
    expects: {
      heading: 'Sign in',
      fields: ['Password'],
      buttons: ['Change email address', 'Show what you type', 'Sign in'],
      links: ['Trouble signing in?'],
    },
    exit: signedIn(fill('Password', '{password}'), press('Sign in')),
    calls: ['accounts:createAuthUri', 'accounts:signInWithPassword', 'accounts:lookup'],
  },
  {
    name: 'create-account',
    steps: newcomer(),
    expects: {
      heading: 'Create account',
      fields: ['Your name', 'Choose password'],
      buttons: ['Change email address', 'Cancel', 'Save', 'Show password'],
    },
    exit: signedIn(fill('Your name', 'Ada'), fill('Choose password', '{password}'), press('Save')),
    calls: ['accounts:signUp', 'accounts:update'],
  },
  {
    name: 'create-account-without-name',
    settings: { signInOptions: [{ provider: 'password', requireDisplayName: false }, 'google.com'] },
    steps: newcomer(),
    expects: {
      heading: 'Create account',
      fields: ['Choose password'],
      buttons: ['Change email address', 'Cancel', 'Save'],
    },
    exit: atList(press('Cancel')),
  },
  {
    name: 'recover-password',
    prepare: passwordAccount,
    steps: [...known(), trouble],
    expects: {
      heading: 'Recover password',
      texts: ['Get instructions sent to this email that explain how to reset your password'],
      fields: ['Email'],
      buttons: ['Cancel', 'Send'],
    },
    exit: { steps: [press('Send')], leads: { heading: 'Check your email' } },
    calls: ['accounts:sendOobCode'],
  },
  {
    name: 'recovery-email-sent',
    prepare: passwordAccount,
    steps: [...known(), trouble, press('Send')],
    expects: {
      heading: 'Check your email',
      texts: ['Follow the instructions sent to {email} to recover your password'],
      buttons: ['Done'],
    },
    exit: atList(press('Done')),
  },
])
