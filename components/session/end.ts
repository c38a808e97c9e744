import type { Failure } from '@/lib/browser/answer'
import { forgetSession } from './memory'
import { become } from './store'

/**
 * The sign-in of this browser is over, though nobody signed out: refused by our server or by the
 * identity service. The page shows itself as to a visitor and, where it needs the session, says so.
 * @param refusal the answer that ended it, where it was our server's
 */
export function endHere(refusal?: Failure) {
  forgetSession()
  const { reason, message } = refusal?.data.error ?? {}
  become({ state: 'anonymous', ended: true, ...(reason && { why: message }) })
}
