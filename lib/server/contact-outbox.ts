import 'server-only'
import { env } from '@/lib/env'
import { paths } from '@/lib/site'
import { contactMessages } from './db/schema'
import { sendToTeam } from './mail'
import { countLetter } from './metrics'
import { createOutbox } from './outbox'

type Row = typeof contactMessages.$inferSelect

const mailTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A message without the signs that could steer a terminal; line ends and tabs stay. */
const plain = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '')

function letterOf({ id, name, email, message, receivedAt }: Row) {
  return {
    id,
    subject: `Contact form: ${name}`,
    text: [
      `Name: ${name}`,
      `E-mail: ${email}`,
      '',
      plain(message),
      '',
      '-- ',
      `Sent from ${env().siteOrigin}${paths.contact} on ${mailTime.format(receivedAt)} UTC.`,
      'They were promised an answer in writing, and no call.',
    ].join('\n'),
    replyTo: { name, address: email },
  }
}

/** The letters of the form; `claim`, `deliver` and `start` are described there. */
export const { claim, deliver, start } = createOutbox(
  contactMessages,
  contactMessages.receivedAt,
  'a contact message',
  (row) => sendToTeam(letterOf(row)),
  (_, outcome) => countLetter('contact', outcome),
)
