import 'server-only'
import { env } from '@/lib/env'
import { siteName } from '@/lib/site'

/** A letter to the people behind the site: the only ones whom it ever writes to. */
export type Letter = {
  /** The same for each attempt, so that a mail server can tell a repetition. */
  id: string
  subject: string
  text: string
  /** Who gets the answer. */
  replyTo: { name: string; address: string }
}

/** Milliseconds from the first look-up to the mail server's last word. */
const patienceMs = 10_000

const stepMs = { dnsTimeout: 4000, connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 6000 }

/** Whether letters can leave at all. */
export const mailIsOn = () => env().smtpUrl !== null

/**
 * Hands one letter to the mail server, in ten seconds at most: later than that nothing of it is on its way.
 * @throws what the mail server or the network said
 */
export async function sendToTeam({ id, subject, text, replyTo }: Letter): Promise<void> {
  const { smtpUrl, siteOrigin, outside } = env()
  if (smtpUrl === null) throw new Error('SMTP_URL is not set.')
  const { createTransport } = await import('nodemailer')
  const own = { name: siteName, address: outside.mail }
  // Many mail servers refuse signs beyond ASCII here; the address stands in the text as well.
  const answerable = /^[\x21-\x7e]+@/.test(replyTo.address)
  await createTransport({ url: smtpUrl, ...stepMs }).sendMail({
    from: own,
    to: own,
    ...(answerable && { replyTo }),
    subject,
    text,
    messageId: `<${id}@${new URL(siteOrigin).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: AbortSignal.timeout(patienceMs),
  })
}
