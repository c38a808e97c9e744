/** Pieces of the way that several states share. */
import { exact, limits } from '@/lib/site'
import { fill, press, type Exit, type Step } from '@/local/gallery/state'

const withEmail = press('Sign in with email')
const isNew = press("I'm new here", 'radio')

/** From the list to the step that asks for the address. */
export const toEmail: Step[] = [withEmail]

/** As somebody who was here before. */
export const known = (email = '{email}'): Step[] => [withEmail, fill('Email', email), press('Next')]

/** As somebody who is new. */
export const newcomer = (): Step[] => [isNew, ...known()]

/** By a link in an e-mail, as far as the page that says it was sent. */
export const linkSent = (): Step[] => [...known(), { see: 'Sign-in email sent' }]

/** A provider's own page is the emulator's picker: a new person of that address. */
export const elsewhere = (provider: string): Step[] => [
  press(`Sign in with ${provider}`),
  press('Add new account'),
  fill('#email-input', '{email}'),
  fill('#display-name-input', 'Ada of elsewhere'),
  press('#sign-in'),
]

export const asGuest: Step[] = [press('Continue as guest'), { arrive: '/pricing/start/' }]

export const toPhone: Step[] = [press('Sign in with phone')]

export const phoneGiven: Step[] = [...toPhone, fill('Phone number', '{national}'), press('Verify')]

/** How long the page lets the widget wait, until it offers this way out. */
export const exitAfter = 20 * limits.busyDelayMs
export const otherWays = press('Other ways to sign in')

/** The page leaves, signed in, for the address that it has without being asked for another. */
export const signedIn = (...steps: Step[]): Exit => ({ steps, leads: { path: exact.postLogin } })

/** Back at the list of ways to sign in. */
export const atList = (...steps: Step[]): Exit => ({ steps, leads: { text: 'Sign in with email' } })

export const emailLink = { provider: 'password', signInMethod: 'emailLink' }
export const byLink = { signInOptions: [emailLink, 'google.com', 'facebook.com'] }
