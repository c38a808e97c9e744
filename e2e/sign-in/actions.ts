/** Pages that mailed links lead to. */
import type { TestAccounts, Mail } from './accounts'
import { fill, press, type Exit, type Reply, type State, type States, type Values } from './state'
import { passwordAccount } from './steps'

/** An account and the path of a mailed link for it. */
const mailed =
  (kind: Mail, more: (accounts: TestAccounts) => object = () => ({})) =>
  async (accounts: TestAccounts): Promise<Values> => {
    const { idToken } = await accounts.withPassword()
    return { link: await accounts.link(kind, { idToken, ...more(accounts) }) }
  }

const changed = async (accounts: TestAccounts): Promise<Values> => {
  const { idToken } = await accounts.withPassword()
  await accounts.update(idToken, { email: accounts.values.other })
  return { link: await accounts.link('RECOVER_EMAIL') }
}

const spent = (mode: string) => `/auth?mode=${mode}&oobCode=never-was-one&apiKey=local-api-key&lang=en`
const toList: Exit = { steps: [press('Continue')], leads: { text: 'Continue with email' } }

/** A code that is invalid or expired leads to this page. */
const failure = (mode: string, heading: string, ...texts: string[]): State => ({
  path: spent(mode),
  expects: { heading, texts, buttons: ['Back to sign in'] },
  exit: { steps: [press('Back to sign in')], leads: { text: 'Continue with email' } },
})

const secondFactor: Reply[] = [
  {
    operation: 'accounts:resetPassword',
    body: {
      requestType: 'REVERT_SECOND_FACTOR_ADDITION',
      email: '{email}',
      mfaInfo: { mfaEnrollmentId: 'factor-1', phoneInfo: '+*******0199', enrolledAt: '2026-01-02T03:04:05Z' },
    },
  },
  { operation: 'accounts:update', body: { email: '{email}' } },
]

export const actionStates: States = {
  'reset-password': {
    prepare: mailed('PASSWORD_RESET'),
    path: '{link}',
    expects: { heading: 'Reset your password', texts: ['for {email}'], fields: ['New password'], buttons: ['Save'] },
    exit: { steps: [fill('New password', 'another-word-8'), press('Save')], leads: { heading: 'Password changed' } },
  },
  'password-changed': {
    prepare: mailed('PASSWORD_RESET'),
    path: '{link}',
    steps: [fill('New password', 'another-word-8'), press('Save')],
    expects: { heading: 'Password changed', texts: ['You can now sign in with your new password'] },
    exit: toList,
  },
  'reset-password-against-the-rules': {
    prepare: mailed('PASSWORD_RESET'),
    path: '{link}',
    steps: [fill('New password', 'short-1'), press('Save')],
    replies: [
      { operation: 'accounts:resetPassword', body: { email: '{email}', requestType: 'PASSWORD_RESET' }, times: 1 },
      {
        operation: 'accounts:resetPassword',
        message:
          'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 10 characters, an upper case character]',
      },
    ],
    expects: {
      heading: 'Reset your password',
      alerts: ['This password doesn’t meet the rules. It needs at least 10 characters and an upper case letter.'],
    },
  },
  'reset-password-failure': failure(
    'resetPassword',
    'Try resetting your password again',
    'Your request to reset your password has expired or the link has already been used',
  ),
  'email-verified': {
    prepare: mailed('VERIFY_EMAIL'),
    path: '{link}',
    expects: { heading: 'Your email has been verified', texts: ['You can sign in now.'] },
    exit: toList,
  },
  'email-verification-failure': failure(
    'verifyEmail',
    'Try verifying your email again',
    'Your request to verify your email has expired or the link has already been used',
  ),
  'email-verified-and-changed': {
    prepare: mailed('VERIFY_AND_CHANGE_EMAIL', (accounts) => ({ newEmail: accounts.values.other })),
    path: '{link}',
    expects: {
      heading: 'Your email has been verified and changed',
      texts: ['You can now sign in with your new email {other}.'],
    },
    exit: toList,
  },
  'email-change-failure': failure(
    'verifyAndChangeEmail',
    'Try updating your email again',
    'Your request to verify and update your email has expired or the link has already been used.',
  ),
  'email-change-revoked': {
    prepare: changed,
    path: '{link}',
    expects: {
      heading: 'Updated email address',
      texts: [
        'Your sign-in email address has been changed back to {email}.',
        'If you didn’t ask to change your sign-in email, it’s possible someone is trying to access your account and you should change your password right away.',
      ],
    },
    exit: { steps: [press('change your password right away', 'link')], leads: { heading: 'Check your email' } },
  },
  'email-change-revocation-failure': failure(
    'recoverEmail',
    'Unable to update your email address',
    'There was a problem changing your sign-in email back.',
    'If you try again and still can’t reset your email, try asking your administrator for help.',
  ),
  'second-factor-removed': {
    prepare: passwordAccount,
    path: spent('revertSecondFactorAddition'),
    replies: secondFactor,
    expects: {
      heading: 'Removed second factor',
      texts: [
        'The phone +*******0199 was removed as a second authentication step.',
        "If you don't recognize this device, someone might be trying to access your account. Consider changing your password right away.",
      ],
    },
    exit: { steps: [press('changing your password right away', 'link')], leads: { heading: 'Check your email' } },
  },
  'second-factor-removal-failure': failure(
    'revertSecondFactorAddition',
    "Couldn't remove your second factor",
    'Something went wrong removing your second factor.',
    "Try removing it again. If that doesn't work, contact support for assistance.",
  ),
}
