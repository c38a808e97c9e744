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
import { escaped, plainPage } from '@/lib/server/http/plain-page'

type Given = Partial<Record<ContactField | 'token', string>>

function fieldOf(field: ContactField, given: Given, problem: ContactProblem | undefined): string {
  const error = problem && `<p id="${field}-error">${escaped(fieldSentence(field, problem))}</p>`
  const tied = error ? ` aria-invalid="true" aria-describedby="${field}-error"` : ''
  const own = `id="${field}" name="${field}" required${tied}`
  const value = escaped(given[field] ?? '')
  const label = `<label for="${field}">${contactLabels[field]}</label>`
  // HTML drops the first newline of a text area.
  if (field === 'message') return `${label}${error ?? ''}<textarea ${own} rows="8">\n${value}</textarea>`
  const kind = field === 'email' ? 'email' : 'text'
  return `${label}${error ?? ''}<input ${own} type="${kind}" autocomplete="${field}" value="${value}">`
}

function troubleOf({ status, extra }: ApiFailure, reason: string, isRead: boolean) {
  if (status === 403) return crossSiteMessage(reason)
  if (!isRead) return tooLargeMessage
  return extra.formToken ? pressAgainMessage : refusalMessage(status, reason, extra.retryAfter)
}

/** Shows the refused form again, filled in. @param given null if the post was too large */
export function contactRefusal(failure: ApiFailure, given: Given | null): Response {
  const { status, extra } = failure
  const problems: ContactProblems = extra.fields ?? {}
  const reason = extra.fields ? 'Please look at what is marked below.' : failure.message
  const { title, text } = troubleOf(failure, reason, given !== null)
  const token = extra.formToken ?? given?.token
  const form = given && [
    `<form method="post" action="${contactAddress}">`,
    ...(token ? [`<input type="hidden" name="token" value="${escaped(token)}">`] : []),
    ...contactFields.map((field) => fieldOf(field, given, problems[field])),
    '<button type="submit">Send message</button>',
    '</form>',
  ]
  const { mail } = siteSettings()
  const body = [
    `<p>${escaped(text)}</p>`,
    ...(form ?? []),
    `<p>You can also email us at <a href="mailto:${escaped(mail)}">${escaped(mail)}</a>.</p>`,
    `<p><a href="${paths.contact}">Leave this, and go to the contact page</a></p>`,
  ].join('\n')
  return plainPage({ title, body, status, framedBy: 'none', retryAfter: failure.retryAfter })
}
