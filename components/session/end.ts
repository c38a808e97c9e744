import { forgetSession } from './memory'
import { become } from './store'

/**
 * The sign-in of this browser is over, though nobody signed out: refused by our server or by the
 * identity service. The page shows itself as to a visitor and, where it needs the session, says so.
 */
export function endHere() {
  forgetSession()
  become({ state: 'anonymous', ended: true })
}
