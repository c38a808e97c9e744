import { mayHaveArrived, type Failure } from '@/lib/browser/answer'
import { mainSite } from '@/lib/browser/base'
import type { ContactMessage } from '@/lib/contract/contact'
import { notSent, refusalOf, still, type Trouble } from '@/lib/contract/contact-words'
import { paths, siteName } from '@/lib/site'

export const offline: Trouble = {
  title: 'You are offline, so nothing was sent.',
  text: `${still} Send them once you are connected.`,
}

export const onlineAgain: Trouble = {
  title: 'You are online again.',
  text: `Nothing was sent yet. ${still} You can send them now.`,
}

/** What became of a message that was not received, as far as that is known. */
export function troubleOf(failure: Failure): Trouble {
  const { status, data, retryAfter } = failure
  if (data.error.code === 'no-mode') {
    const main = mainSite()
    const where = main ? `Write to us at ${new URL(main).host}${paths.contact}, or` : 'Please'
    return {
      title: 'Messages can’t be sent from this address.',
      text: `This address isn’t set up, so nothing was sent and trying again won’t help. ${still} ${where} send them by email.`,
    }
  }
  if (data.error.code === 'not-sent') return notSent('We could not reach the server.')
  if (mayHaveArrived(failure)) {
    return {
      title: 'No answer came, so we do not know whether it arrived.',
      text: `${still} You can send them again: the same message counts only once.`,
    }
  }
  return refusalOf(status, data.error.message, retryAfter)
}

/** Longer addresses are cut or refused by some mail programs. */
const longestLink = 1900

/** A link that opens the message in the person's own mail program; of a long one it brings the subject alone. */
export function mailLink(mail: string, message: ContactMessage | null): string {
  const bare = `mailto:${mail}?subject=${encodeURIComponent(`Message to ${siteName}`)}`
  const full = message && `${bare}&body=${encodeURIComponent(message.message.replaceAll('\n', '\r\n'))}`
  return full && full.length <= longestLink ? full : bare
}
