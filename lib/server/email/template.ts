/** One layout for all emails to users: text, and HTML without remote content or tracking. */
import type { useTranslations } from 'next-intl'
import type { PlanTranslator } from '@/lib/contract/plan-words'
import { directionOf, isolate, langOf, localPath, type Locale } from '@/lib/locales'
import { siteName } from '@/lib/site'

export type EmailContext = {
  origin: string
  mail: string
  /** Where to get the app. */
  app: string
  /** The owner's words, or empty. */
  firstWeek?: string
  locale: Locale
  t: ReturnType<typeof useTranslations<'emails'>>
  plan: PlanTranslator
}
export type EmailContent = { subject: string; text: string; html: string }

/** A page in the reader's language. */
export const linkTo = ({ origin, locale }: EmailContext, path: string) => origin + localPath(path, locale)

export type EmailDraft = {
  subject: string
  /** Shown after the subject in lists of emails. */
  preheader: string
  /** An empty line starts a paragraph. */
  lines: string[]
  action: { label: string; href: string }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

const withLinks = (line: string) =>
  escapeHtml(line).replace(
    /https?:\/\/[^\s<\u2069]*[^\s<.,)\u2069]/g,
    (url) => `<a class="link" href="${url}">${url}</a>`,
  )

const toParagraphs = (lines: readonly string[]) =>
  lines
    .map((line) => withLinks(line))
    .join('<br>')
    .split('<br><br>')
    .map((paragraph) => `<p style="margin:0 0 16px">${paragraph}</p>`)
    .join('\n')

const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#10191c!important;color:#eef2f1!important}
.small{color:#bcc9cb!important}
.link{color:#7fd6d0!important}
.button{background:#7fd6d0!important;color:#062a2d!important}
}`

/** Keeps mail programs from showing the first line of the email after a short preheader. */
const preheaderPadding = '&#8199;&#65279;'.repeat(40)

type Language = Pick<EmailContext, 'locale'>

const toHtml = (
  { subject, preheader, lines, action }: EmailDraft,
  footer: string[],
  { locale }: Language,
) => `<!doctype html>
<html lang="${langOf(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;background:#fbfaf7;color:#1b2a30;font:17px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}${preheaderPadding}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 24px;font-weight:600">${siteName}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.3">${escapeHtml(subject)}</h1>
${toParagraphs(lines)}
<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.href)}" style="display:inline-block;background:#09515a;color:#ffffff;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px">${escapeHtml(action.label)}</a></p>
<div class="small" style="color:#3f4f56;font-size:15px">
${toParagraphs(footer)}
</div>
</div>
</body>
</html>
`

/** Composes both forms of an email. The action is a button in HTML, and a line with its address in text. */
export function composeEmail(draft: EmailDraft, context: EmailContext): EmailContent {
  const { locale, mail, t } = context
  const { subject, lines, action } = draft
  const footer = [t('footer.questions', { address: isolate(mail, locale) }), '', t('footer.noUnsubscribe')]
  const actionLine = t('actionLine', { label: action.label, address: isolate(action.href, locale) })
  const text = [...lines, '', actionLine, '', ...footer, '', siteName].join('\n')
  return { subject, text, html: toHtml(draft, footer, context) }
}
