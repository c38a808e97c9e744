import 'server-only'
import { env } from '@/lib/env'
import { siteName } from '@/lib/site'
import { traced } from '@/lib/server/observability/traced'

/** A letter to the people behind the site. */
type Letter = {
  /** The same for each attempt, so that a mail server can tell a repetition. */
  id: string
  subject: string
  text: string
  /** Who gets the answer, where it is one person. */
  replyTo?: { name: string; address: string }
}

/** Milliseconds from the first look-up to the mail server's last word. */
const patienceMs = 10_000

const stepMs = { dnsTimeout: 4000, connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 6000 }

/** Whether letters can leave at all. */
export const mailIsOn = () => env().smtpUrl !== null

/** A letter to somebody with an account, about their plan. */
type PersonLetter = { id: string; to: string; subject: string; text: string }

/** Many mail servers refuse signs beyond ASCII in these lines; where they stand in the text as well, that is enough. */
const isPlain = (address: string) => /^[\x21-\x7e]+@/.test(address)

async function hand(message: { id: string; [part: string]: unknown }): Promise<void> {
  const { smtpUrl, siteOrigin, outside } = env()
  if (smtpUrl === null) throw new Error('SMTP_URL is not set.')
  const { createTransport } = await import('nodemailer')
  const { id, ...parts } = message
  const transport = createTransport({ url: smtpUrl, ...stepMs })
  await traced('send mail', { 'server.address': new URL(smtpUrl).hostname }, () =>
    transport.sendMail({
      from: { name: siteName, address: outside.mail },
      ...parts,
      messageId: `<${id}@${new URL(siteOrigin).hostname}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(patienceMs),
    }),
  )
}

/**
 * Hands one letter to the mail server, in ten seconds at most: later than that nothing of it is on its way.
 * @throws what the mail server or the network said
 */
export async function sendToTeam({ id, subject, text, replyTo }: Letter): Promise<void> {
  const own = { name: siteName, address: env().outside.mail }
  await hand({ id, to: own, ...(replyTo && isPlain(replyTo.address) && { replyTo }), subject, text })
}

/**
 * The same for a letter to a person. Its id is the same at each attempt, so that a repetition can be told.
 * @throws what the mail server or the network said
 */
export async function sendToPerson({ id, to, subject, text }: PersonLetter): Promise<void> {
  // As an object the address cannot name a second recipient, whatever it contains.
  await hand({ id, to: { name: '', address: to }, subject, text, headers: { 'Auto-Submitted': 'auto-generated' } })
}
