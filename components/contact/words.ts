import { mayHaveArrived, type Failure } from '@/lib/browser/answer'
import { contactLimits, type ContactField, type ContactMessage, type ContactProblem } from '@/lib/contract/contact'
import { siteName } from '@/lib/site'

const count = new Intl.NumberFormat('en')

const sentences: Record<ContactField, Partial<Record<ContactProblem, string>> & { other: string }> = {
  name: {
    required: 'Please write what we may call you. A first name is enough.',
    'too-long': `This is longer than ${contactLimits.name} characters. Please shorten it.`,
    other: 'There is a sign in it that we cannot read. Please type the name again.',
  },
  email: {
    required: 'Please write your e-mail address: the answer goes there.',
    'too-long': 'This is longer than an e-mail address can be. Please check it.',
    other: 'This does not look like an e-mail address. It should look like name@example.com.',
  },
  message: {
    required: 'Please write a few words. Anything will do.',
    'too-long': `This is longer than ${count.format(contactLimits.message)} characters. You can send the rest as a second message.`,
    other: 'There is a sign in it that we cannot store. Please delete what came with copying, and try again.',
  },
}

/** What is wrong with a field, and what to do. */
export const fieldSentence = (field: ContactField, problem: ContactProblem) =>
  sentences[field][problem] ?? sentences[field].other

export type Trouble = { title: string; text: string }

const still = 'Your words are still in the form.'
const notSent = (title: string): Trouble => ({
  title,
  text: `Nothing was sent. ${still} Please try again in a moment.`,
})

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
  const { status, data } = failure
  if (data.error.code === 'not-sent') return notSent('We could not reach the server.')
  if (mayHaveArrived(failure)) {
    return {
      title: 'No answer came, so we do not know whether it arrived.',
      text: `${still} You can send them again: the same message counts only once.`,
    }
  }
  if (status === 429) {
    return {
      title: 'That was many messages in a short time.',
      text: `This one was not taken. ${still} Try again in an hour, or send an e-mail instead.`,
    }
  }
  if (status >= 500) return notSent('Our side cannot take a message right now.')
  return { title: 'The message was not taken.', text: `${data.error.message} ${still}` }
}

/** Longer addresses are cut or refused by some mail programs. */
const longestLink = 1900

/** A link that opens the message in the person's own mail program; of a long one it brings the subject alone. */
export function mailLink(mail: string, message: ContactMessage | null): string {
  const bare = `mailto:${mail}?subject=${encodeURIComponent(`Message to ${siteName}`)}`
  const full = message && `${bare}&body=${encodeURIComponent(message.message.replaceAll('\n', '\r\n'))}`
  return full && full.length <= longestLink ? full : bare
}
