/** Emails to the team about contact messages. */
import { stripControls } from '@/lib/contract/plan'
import type { contactMessages } from '@/lib/server/db/schema'
import { defaultLocale, localPath, nativeName } from '@/lib/locales'
import { paths } from '@/lib/site'

type Row = typeof contactMessages.$inferSelect

const mailTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** The language of the form; English goes without saying. */
const languageLines = ({ locale }: Row) =>
  locale && locale !== defaultLocale ? [`Language: ${nativeName(locale)}`] : []

export function contactEmail(row: Row, origin: string) {
  const { id, name, email, message, receivedAt, locale } = row
  return {
    id,
    subject: `Contact form: ${name}`,
    text: [
      `Name: ${name}`,
      `Email: ${email}`,
      ...languageLines(row),
      '',
      stripControls(message),
      '',
      '-- ',
      `Sent from ${origin}${localPath(paths.contact, locale ?? defaultLocale)} on ${mailTime.format(receivedAt)} UTC.`,
      'We promised them a written reply and no phone call.',
    ].join('\n'),
    replyTo: { name, address: email },
  }
}

/** Bytes of a digest up to which messages are complete, and up to which they are included. */
const fullBytes = 150_000
const maxBytes = 400_000
const excerptLength = 200

const shorten = (text: string) => (text.length > excerptLength ? `${text.slice(0, excerptLength)} […]` : text)

export function contactDigest(rows: Row[], origin: string) {
  const parts: string[] = []
  let size = 0
  for (const row of rows) {
    const { name, email, message, receivedAt } = row
    const text = stripControls(size < fullBytes ? message : shorten(message))
    const head = [`${name} <${email}>, ${mailTime.format(receivedAt)} UTC:`, ...languageLines(row)].join('\n')
    const part = `${head}\n\n${text}\n\n-- \n`
    size += Buffer.byteLength(part)
    if (size > maxBytes) break
    parts.push(part)
  }
  const omitted = rows.length - parts.length
  return {
    id: `digest-${rows[0]?.id}`,
    subject: `Contact form: ${rows.length} messages`,
    text: [
      `${rows.length} messages came in a short time, so you get them in one email.`,
      ...(size > fullBytes ? ['Long ones may be shortened here. All are stored in full.'] : []),
      ...(omitted > 0 ? [`${omitted} more didn’t fit here. They are stored in the table contact_messages.`] : []),
      'We promised everyone a written reply and no phone call.',
      '',
      ...parts,
      `Sent from ${origin}${paths.contact}.`,
    ].join('\n'),
  }
}
