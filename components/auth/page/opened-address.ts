import type { SignInSettings } from '@/lib/contract/sign-in'
import { unwrapAction } from './action-link'
import { askedMode, standsAlone, withoutMode } from './asked-mode'
import { forgetWay, keepOpenedLink, markedRedirect, openedLink, sweep } from './memory'
import { askedAddress, returnAddress } from './return-address'

/** What the address of the page asks for. */
type OpenedAddress = {
  /** What an e-mailed link asks for goes on, whoever is signed in. */
  readonly alone: boolean
  /** The page was opened to sign in as somebody else. */
  readonly mayBeAnother: boolean
  /** The mode that the address names by now. */
  mode: () => string
  /** Whether an e-mailed sign-in link is what stands in the address by now. */
  isSignInLink: () => boolean
  /** Where to go after signing in; `otherwise` where the address itself does not say. */
  next: (otherwise?: string | null) => string
  /** The address without what the link asked for, which has come to its end. */
  afresh: () => void
}

/** Reads the address, once a link of an older form is unwrapped and one that was lost by loading again is back. */
export function openedAddress(settings: SignInSettings): OpenedAddress {
  // Loaded again in the middle of a link: the address has lost it.
  const href = unwrapAction(openedLink(history.state) ?? location.href, settings)
  if (href !== location.href) history.replaceState(history.state, '', href)
  const mode = () => askedMode(location.search, settings)
  const alone = standsAlone(location.search, settings)
  sweep()
  keepOpenedLink(alone && mode() === 'signIn' ? location.href : null)
  // Whoever comes back from a provider or with a link goes on with what was begun.
  if (!alone && !markedRedirect() && askedAddress(location.search, settings) === null) forgetWay()
  return {
    alone,
    mayBeAnother: mode() === 'select',
    mode,
    isSignInLink: () => mode() === 'signIn',
    next: (otherwise = null) =>
      returnAddress(askedAddress(location.search, settings) ?? otherwise, location.origin, settings.signInSuccessUrl),
    afresh: () => {
      const plain = withoutMode(location.href, settings)
      if (alone && plain !== location.href) history.replaceState(history.state, '', plain)
    },
  }
}
