/**
 * A message of the contact form: POST /api/contact. The rule is plain code, so that the page judges with
 * the very same one and needs no library for it.
 */

export type ContactMessage = { name: string; email: string; message: string }
export type ContactField = keyof ContactMessage
/** What may be wrong with a field: stable words, which programs may rely on. */
export type ContactProblem = 'required' | 'too-long' | 'invalid-email' | 'invalid'
export type ContactProblems = Partial<Record<ContactField, ContactProblem>>

/** In the order of the form. */
export const contactFields = ['name', 'email', 'message'] as const satisfies readonly ContactField[]

/** The most characters that a field takes, without white space at its ends. */
export const contactLimits = { name: 100, email: 254, message: 5000 } as const satisfies Record<ContactField, number>

const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const local = String.raw`[^\s\p{C}<>()[\]\\,;:"@.]+(?:\.[^\s\p{C}<>()[\]\\,;:"@.]+)*`
const ending = String.raw`(?!\d+$)[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])`
/** Something, an at sign, and a host of two or more parts, of which none is longer than 63. */
const addressPattern = new RegExp(`^${local}@(?:${label}\\.)+${ending}$`, 'u')

const hasControls = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text)
/** Spaces and marks without width alone are nothing that anybody could read. */
const isEmpty = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Line ends as one sign each, whatever the sender's system writes, and nothing at the ends. */
const tidy = (text: string) => text.replace(/\r\n?/g, '\n').trim()

function problemOf(field: ContactField, value: unknown, text: string): ContactProblem | null {
  if (value !== undefined && value !== null && typeof value !== 'string') return 'invalid'
  if (isEmpty(text)) return 'required'
  if (text.length > contactLimits[field]) return 'too-long'
  // A database takes neither NUL nor half of a sign; a line end in these two could begin a header of a mail.
  if (!text.isWellFormed() || text.includes('\0')) return 'invalid'
  if (field === 'message') return null
  if (hasControls(text)) return 'invalid'
  if (field === 'name') return null
  const [before = ''] = text.split('@')
  return before.length <= 64 && addressPattern.test(text) ? null : 'invalid-email'
}

/** Judges what was typed or sent: the message as it is kept, or one problem for each wrong field. */
export function judgeContact(
  given: Partial<Record<ContactField, unknown>>,
): { message: ContactMessage } | { problems: ContactProblems } {
  const message: ContactMessage = { name: '', email: '', message: '' }
  const problems: ContactProblems = {}
  for (const field of contactFields) {
    const value = given[field]
    message[field] = typeof value === 'string' ? tidy(value) : ''
    const problem = problemOf(field, value, message[field])
    if (problem) problems[field] = problem
  }
  return Object.keys(problems).length > 0 ? { problems } : { message }
}

/** Where a plain form is posted to. */
export const contactAddress = '/api/contact'

/** Where on its page it is told, without any script, that a plain form post was received. */
export const contactOutcome = 'received'
