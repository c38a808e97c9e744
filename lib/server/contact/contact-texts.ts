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

export function contactDigest(rows: Row[], origin: string) {
  const parts = rows.map((row) => {
    const { name, email, message, receivedAt } = row
    const head = [`${name} <${email}>, ${mailTime.format(receivedAt)} UTC:`, ...languageLines(row)].join('\n')
    return `${head}\n\n${stripControls(message)}\n\n-- \n`
  })
  return {
    id: `digest-${rows[0]?.id}`,
    subject: `Contact form: ${rows.length} messages`,
    text: [
      `${rows.length} messages came in a short time, so you get them in one email.`,
      'We promised everyone a written reply and no phone call.',
      '',
      ...parts,
      `Sent from ${origin}${paths.contact}.`,
    ].join('\n'),
  }
}
