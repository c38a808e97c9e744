import 'server-only'
import {
  contactAddress,
  contactFields,
  type ContactField,
  type ContactProblem,
  type ContactProblems,
} from '@/lib/contract/contact'
import {
  contactLabels,
  fieldSentence,
  crossSiteMessage,
  pressAgainMessage,
  refusalMessage,
  tooLargeMessage,
} from '@/lib/contract/contact-words'
import { siteSettings } from '@/lib/site-settings'
import { paths } from '@/lib/site'
import type { ApiFailure } from '@/lib/server/http/errors'
import { escapeHtml, plainPage } from '@/lib/server/http/plain-page'

type FormValues = Partial<Record<ContactField | 'token', string>>

function renderField(field: ContactField, values: FormValues, problem: ContactProblem | undefined): string {
  const error = problem && `<p id="${field}-error">${escapeHtml(fieldSentence(field, problem))}</p>`
  const errorAttributes = error ? ` aria-invalid="true" aria-describedby="${field}-error"` : ''
  const attributes = `id="${field}" name="${field}" required${errorAttributes}`
  const value = escapeHtml(values[field] ?? '')
  const label = `<label for="${field}">${contactLabels[field]}</label>`
  // HTML drops the first newline of a text area.
  if (field === 'message') return `${label}${error ?? ''}<textarea ${attributes} rows="8">\n${value}</textarea>`
  const type = field === 'email' ? 'email' : 'text'
  return `${label}${error ?? ''}<input ${attributes} type="${type}" autocomplete="${field}" value="${value}">`
}

function problemWords({ status, extra }: ApiFailure, reason: string, isRead: boolean) {
  if (status === 403) return crossSiteMessage(reason)
  if (!isRead) return tooLargeMessage
  return extra.formToken ? pressAgainMessage : refusalMessage(status, reason, extra.retryAfter)
}

/** Shows the refused form again, filled in. @param values null if the post was too large */
export function contactRefusalPage(failure: ApiFailure, values: FormValues | null): Response {
  const { status, extra } = failure
  const problems: ContactProblems = extra.fields ?? {}
  const reason = extra.fields ? 'Please look at what is marked below.' : failure.message
  const { title, text } = problemWords(failure, reason, values !== null)
  const token = extra.formToken ?? values?.token
  const form = values && [
    `<form method="post" action="${contactAddress}">`,
    ...(token ? [`<input type="hidden" name="token" value="${escapeHtml(token)}">`] : []),
    ...contactFields.map((field) => renderField(field, values, problems[field])),
    '<button type="submit">Send message</button>',
    '</form>',
  ]
  const { mail } = siteSettings()
  const body = [
    `<p>${escapeHtml(text)}</p>`,
    ...(form ?? []),
    `<p>You can also email us at <a href="mailto:${escapeHtml(mail)}">${escapeHtml(mail)}</a>.</p>`,
    `<p><a href="${paths.contact}">Leave this, and go to the contact page</a></p>`,
  ].join('\n')
  return plainPage({ title, body, status, framedBy: 'none', retryAfter: failure.retryAfter })
}
