import 'server-only'
import { env } from '@/lib/env'
import { paths } from '@/lib/site'
import { contactMessages } from './db/schema'
import { log } from './log'
import { mailIsOn, sendToTeam } from './mail'
import { countLetter } from './metrics'
import { createOutbox } from './outbox'

type Row = typeof contactMessages.$inferSelect

const roundMs = 5 * 60_000

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

/** The letters of the form; `claim` and `deliver` are described there. */
export const { claim, deliver } = createOutbox(
  contactMessages,
  contactMessages.receivedAt,
  'a contact message',
  (row) => sendToTeam(letterOf(row)),
  (_, outcome) => countLetter('contact', outcome),
)

/** Sends the messages that an earlier process has left, now and every few minutes. */
export function startOutbox(): void {
  if (!mailIsOn()) log().info('mail is off (SMTP_URL): contact messages stay in the database')
  void deliver()
  setInterval(() => void deliver(), roundMs).unref()
}
