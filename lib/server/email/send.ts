/** Hands single emails to the mail server. */
import 'server-only'
import { env } from '@/lib/env'
import { siteName } from '@/lib/site'
import { withSpan } from '@/lib/server/observability/spans'

/** A stable id, so that mail servers can recognise a repetition. */
type Email = { id: string; subject: string; text: string }

const timeoutMs = 10_000

const stepTimeouts = { dnsTimeout: 4000, connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 6000 }

export const isMailOn = () => env().smtpUrl !== null

/** Many mail servers refuse other characters in headers. */
const isAscii = (address: string) => /^[\x21-\x7e]+@/.test(address)

async function send(message: { id: string; [part: string]: unknown }): Promise<void> {
  const { smtpUrl, siteOrigin, siteSettings } = env()
  if (smtpUrl === null) throw new Error('SMTP_URL is not set.')
  const { createTransport } = await import('nodemailer')
  const { id, ...parts } = message
  const transport = createTransport({ url: smtpUrl, ...stepTimeouts })
  await withSpan('send mail', { 'server.address': new URL(smtpUrl).hostname }, () =>
    transport.sendMail({
      from: { name: siteName, address: siteSettings.mail },
      ...parts,
      messageId: `<${id}@${new URL(siteOrigin).hostname}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
}

export async function sendToTeam(email: Email & { replyTo?: { name: string; address: string } }): Promise<void> {
  const { replyTo, ...parts } = email
  const own = { name: siteName, address: env().siteSettings.mail }
  await send({ ...parts, to: own, ...(replyTo && isAscii(replyTo.address) && { replyTo }) })
}

export async function sendToUser({ to, ...parts }: Email & { to: string }): Promise<void> {
  // An object cannot contain a second recipient.
  await send({ ...parts, to: { name: '', address: to }, headers: { 'Auto-Submitted': 'auto-generated' } })
}
