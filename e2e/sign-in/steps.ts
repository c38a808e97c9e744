/** Steps and accounts that several states share. */
import { registeredPaths, limits } from '@/lib/site'
import { fill, press, type Exit, type Reply, type State, type Step } from './state'

export const passwordAccount: State['prepare'] = async (accounts) => void (await accounts.withPassword())
export const linkAccount: State['prepare'] = async (accounts) => void (await accounts.withLink())
export const googleAccount: State['prepare'] = async (accounts) => void (await accounts.withProvider('google.com'))

const withEmail = press('Continue with email')
const isNew = press("I'm new here", 'radio')

export const toEmail: Step[] = [withEmail]

/** Enters the address of a returning person. */
export const known = (email = '{email}'): Step[] => [withEmail, fill('Email', email), press('Next')]

/** Enters the address of a new person. */
export const newcomer = (): Step[] => [isNew, ...known()]

export const linkSent = (): Step[] => [...known(), { see: 'Sign-in email sent' }]

/** Signs in with a provider; the emulator's picker takes the place of its page. */
export const withProvider = (provider: string): Step[] => [
  press(`Continue with ${provider}`),
  press('Add new account'),
  fill('#email-input', '{email}'),
  fill('#display-name-input', 'Ada of elsewhere'),
  press('#sign-in'),
]

export const asGuest: Step[] = [press('Continue as guest'), { arrive: '/pricing/start/' }]

export const toPhone: Step[] = [press('Continue with phone')]

export const phoneGiven: Step[] = [...toPhone, fill('Phone number', '{national}'), press('Verify')]

/** Milliseconds until the page offers a way out of a waiting widget. */
export const exitAfter = 20 * limits.busyDelayMs
export const otherWays = press('Other ways to sign in')

export const signedIn = (...steps: Step[]): Exit => ({ steps, leads: { path: registeredPaths.postLogin } })

export const atList = (...steps: Step[]): Exit => ({ steps, leads: { text: 'Continue with email' } })

export const emailLink = { provider: 'password', signInMethod: 'emailLink' }
export const byLink = { signInOptions: [emailLink, 'google.com', 'facebook.com'] }

/** Facebook's address is unverified and belongs to another account. The emulator trusts every address. */
export const conflict = (verifiedProvider: string[]): Reply => ({
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
