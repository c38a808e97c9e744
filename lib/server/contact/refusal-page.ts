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
  fromElsewhere,
  pressAgain,
  refusalOf,
  unread,
} from '@/lib/contract/contact-words'
import { outside } from '@/lib/outside'
import { paths, siteName } from '@/lib/site'
import type { ApiFailure } from '@/lib/server/http/errors'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
}
const escaped = (text: string) => text.replace(/[&<>"'\0]/g, (sign) => entities[sign] ?? '')

const style = `
:root { color-scheme: light dark; }
body { max-width: 36rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 400; }
form { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: stretch; }
label { margin-top: 1.5rem; font-weight: 600; }
input, textarea { box-sizing: border-box; min-height: 3rem; padding: 0.5rem 0.75rem; font: inherit; }
textarea { min-height: 12rem; }
form p { margin: 0.25rem 0; }
[aria-invalid] { outline: 2px solid; }
button { justify-self: start; min-height: 3.5rem; margin-top: 1.5rem; padding: 0.5rem 1.75rem; font: inherit; font-weight: 600; }
a { color: inherit; display: inline-block; padding-block: 0.5rem; }
`

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
  if (status === 403) return fromElsewhere(reason)
  if (!isRead) return unread
  return extra.formToken ? pressAgain : refusalOf(status, reason, extra.retryAfter)
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
  const { mail } = outside()
  const html = [
    '<!DOCTYPE html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${title.replace(/\.$/, '')} · ${siteName}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    `<p>${escaped(text)}</p>`,
    ...(form ?? []),
    `<p>You can also email us at <a href="mailto:${escaped(mail)}">${escaped(mail)}</a>.</p>`,
    `<p><a href="${paths.contact}">Leave this, and go to the contact page</a></p>`,
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')
  const retryAfter = extra.retryAfter ?? (status === 503 ? 5 : undefined)
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
  if (retryAfter !== undefined) headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  return new Response(html, { status, headers })
}
