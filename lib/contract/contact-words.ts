import { contactLimits, type ContactField, type ContactProblem } from './contact'
import { aboutMinutes } from './sentences'

/** Messages of the contact form, shared by the page and the server. */

export const contactLabels: Record<ContactField, string> = {
  name: 'Your name',
  email: 'Your e-mail address',
  message: 'Your message',
}

const count = new Intl.NumberFormat('en')

const sentences: Record<ContactField, Partial<Record<ContactProblem, string>> & { other: string }> = {
  name: {
    required: 'Please write what we may call you. A first name is enough.',
    'too-long': `This is longer than ${contactLimits.name} characters. Please shorten it.`,
    other: 'It contains a character that we cannot use. Please type the name again.',
  },
  email: {
    required: 'Please write your e-mail address: the answer goes there.',
    'too-long': 'This is longer than an e-mail address can be. Please check it.',
    other: 'This does not look like an e-mail address. It should look like name@example.com.',
  },
  message: {
    required: 'Please write a few words. Anything will do.',
    'too-long': `This is longer than ${count.format(contactLimits.message)} characters. You can send the rest as a second message.`,
    other: 'It contains a character that we cannot use. Please delete what came with copying, and try again.',
  },
}

export const fieldSentence = (field: ContactField, problem: ContactProblem) =>
  sentences[field][problem] ?? sentences[field].other

export type Trouble = { title: string; text: string }

export const still = 'Your words are still in the form.'

export const notSent = (title: string): Trouble => ({
  title,
  text: `Nothing was sent. ${still} Please try again in a moment.`,
})

const notTaken = 'The message was not taken.'

/** @param retryAfter in seconds */
export function refusalOf(status: number, reason: string, retryAfter?: number): Trouble {
  // The limit may have been reached by others.
  if (status === 429) {
    const when = retryAfter === undefined ? 'a while' : aboutMinutes(retryAfter)
    return {
      title: 'Too many messages came in a short time.',
      text: `This one was not taken. ${still} Send them again in ${when}, or send an e-mail instead.`,
    }
  }
  if (status >= 500) return notSent('Our side cannot take a message right now.')
  return { title: notTaken, text: `${reason} ${still}` }
}

/** For browsers without script, while the server asks for a proof of work. */
export const pressAgain: Trouble = {
  title: 'Please press “Send message” once more.',
  text: 'Many messages are coming in right now. A second press tells us that yours comes from a person. Nothing was sent yet, and your words are all here.',
}

/** The form was sent from another website. */
export const fromElsewhere = (reason: string): Trouble => ({ title: notTaken, text: reason })

/** The form was too large to read. */
export const unread: Trouble = {
  title: notTaken,
  text: 'It is longer than this form can take. Go back one page in your browser: what you wrote is usually still there.',
}
