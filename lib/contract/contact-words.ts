/** Messages of the contact form, shared by the page and the server. */
import { contactLimits, type ContactField, type ContactProblem } from './contact'
import { aboutMinutes } from './format'

export const contactLabels: Record<ContactField, string> = {
  name: 'Your name',
  email: 'Your email address',
  message: 'Your message',
}

const count = new Intl.NumberFormat('en')

const sentences: Record<ContactField, Partial<Record<ContactProblem, string>> & { other: string }> = {
  name: {
    required: 'Please write what we can call you. A first name is enough.',
    'too-long': `This is longer than ${contactLimits.name} characters. Please shorten it.`,
    other: 'This has a character that we can’t use. Please type your name again.',
  },
  email: {
    required: 'Please write your email address. We’ll reply there.',
    'too-long': 'This is longer than an email address can be. Please check it.',
    other: 'This doesn’t look like an email address. It should look like name@example.com.',
  },
  message: {
    required: 'Please write a few words. Anything will do.',
    'too-long': `This is longer than ${count.format(contactLimits.message)} characters. You can send the rest as a second message.`,
    other: 'This has a character that we can’t use. Please delete anything you pasted, and try again.',
  },
}

export const fieldSentence = (field: ContactField, problem: ContactProblem) =>
  sentences[field][problem] ?? sentences[field].other

export type FormMessage = { title: string; text: string }

export const messageKept = 'Your message is still in the form.'

export const notSentMessage = (title: string): FormMessage => ({
  title,
  text: `Nothing was sent. ${messageKept} Please try again in a moment.`,
})

const notTakenTitle = 'We couldn’t send your message.'

/** @param retryAfter in seconds */
export function refusalMessage(status: number, reason: string, retryAfter?: number): FormMessage {
  // Others may have used up the limit.
  if (status === 429) {
    const when = retryAfter === undefined ? 'a while' : aboutMinutes(retryAfter)
    return {
      title: 'We got too many messages in a short time.',
      text: `We couldn’t send this one. ${messageKept} Please try again in ${when}, or send an email instead.`,
    }
  }
  if (status >= 500) return notSentMessage('We can’t send messages right now.')
  return { title: notTakenTitle, text: `${reason} ${messageKept}` }
}

/** For browsers without script, while the server asks for a proof of work. */
export const pressAgainMessage: FormMessage = {
  title: 'Please press “Send message” once more.',
  text: 'We’re getting many messages right now. Pressing again tells us that yours comes from a person. Nothing was sent yet, and your message is still here.',
}

/** The form was sent from another website. */
export const crossSiteMessage = (reason: string): FormMessage => ({ title: notTakenTitle, text: reason })

/** The form was too large to read. */
export const tooLargeMessage: FormMessage = {
  title: notTakenTitle,
  text: 'It’s too long for this form. Go back one page in your browser. What you wrote is usually still there.',
}
