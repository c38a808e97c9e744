import 'server-only'
import { contactAddress, contactFields, type ContactField, type ContactProblems } from '@/lib/contract/contact'
import { fieldSentence, refusalMessage, type ContactWords, type FormMessage } from '@/lib/contract/contact-words'
import { translatorOf } from '@/lib/i18n/messages'
import { localPath, type Locale } from '@/lib/locales'
import { siteSettings } from '@/lib/site-settings'
import { messageKey, paths } from '@/lib/site'
import type { ApiFailure } from '@/lib/server/http/errors'
import { escapeHtml, plainPage } from '@/lib/server/http/plain-page'

type FormValues = Partial<Record<ContactField | 'token', string>>

type Refused = { t: ContactWords; values: FormValues; problems: ContactProblems }

function renderField(field: ContactField, { t, values, problems }: Refused): string {
  const problem = problems[field]
  const error = problem && `<p id="${field}-error">${escapeHtml(fieldSentence(t, field, problem))}</p>`
  const errorAttributes = error ? ` aria-invalid="true" aria-describedby="${field}-error"` : ''
  const attributes = `id="${field}" name="${field}" dir="auto" required${errorAttributes}`
  const value = escapeHtml(values[field] ?? '')
  const label = `<label for="${field}">${escapeHtml(t(`label.${field}`))}</label>`
  // HTML drops the first newline of a text area.
  if (field === 'message') return `${label}${error ?? ''}<textarea ${attributes} rows="8">\n${value}</textarea>`
  const type = field === 'email' ? 'email' : 'text'
  return `${label}${error ?? ''}<input ${attributes} type="${type}" autocomplete="${field}" value="${value}">`
}

async function problemWords(
  failure: ApiFailure,
  t: ContactWords,
  locale: Locale,
  isRead: boolean,
): Promise<FormMessage> {
  const { status, code, extra } = failure
  const errors = await translatorOf(locale, 'errors')
  const reason = extra.fields ? t('answer.marked') : errors(extra.detail ?? messageKey(code))
  // The form was sent from another website.
  if (status === 403) return { title: t('notTakenTitle'), text: reason }
  if (!isRead) return { title: t('notTakenTitle'), text: t('tooLarge') }
  if (extra.formToken) return { title: t('pressAgain.title'), text: t('pressAgain.text') }
  return refusalMessage(t, status, reason, extra.retryAfter)
}

function renderForm(refused: Refused, token: string | undefined, locale: Locale): string[] {
  const { t } = refused
  return [
    `<form method="post" action="${contactAddress}">`,
    `<input type="hidden" name="locale" value="${locale}">`,
    ...(token ? [`<input type="hidden" name="token" value="${escapeHtml(token)}">`] : []),
    ...contactFields.map((field) => renderField(field, refused)),
    `<button type="submit">${escapeHtml(t('answer.send'))}</button>`,
    '</form>',
  ]
}

/** Shows the refused form again, filled in. @param values null if the post was too large */
export async function contactRefusalPage(
  failure: ApiFailure,
  values: FormValues | null,
  locale: Locale,
): Promise<Response> {
  const { status, extra } = failure
  const t = await translatorOf(locale, 'contactForm')
  const { title, text } = await problemWords(failure, t, locale, values !== null)
  const mail = escapeHtml(siteSettings().mail)
  const mailLine = t.markup('answer.email', {
    email: mail,
    link: (email) => `<a href="mailto:${mail}"><bdi>${email}</bdi></a>`,
  })
  const body = [
    `<p>${escapeHtml(text)}</p>`,
    ...(values ? renderForm({ t, values, problems: extra.fields ?? {} }, extra.formToken ?? values.token, locale) : []),
    `<p>${mailLine}</p>`,
    `<p><a href="${localPath(paths.contact, locale)}">${escapeHtml(t('answer.leave'))}</a></p>`,
  ].join('\n')
  return plainPage({ locale, title, body, status, framedBy: 'none', retryAfter: failure.retryAfter })
}
