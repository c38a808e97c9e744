/** The contact message. Validated without a library, to keep the page small. */

export type ContactMessage = { name: string; email: string; message: string }
export type ContactField = keyof ContactMessage
export type ContactProblem = 'required' | 'too-long' | 'invalid-email' | 'invalid'
export type ContactProblems = Partial<Record<ContactField, ContactProblem>>

export const contactFields = ['name', 'email', 'message'] as const satisfies readonly ContactField[]

export const contactLimits = { name: 100, email: 254, message: 5000 } as const satisfies Record<ContactField, number>

const label = String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const local = String.raw`[^\s\p{C}<>()[\]\\,;:"@.]+(?:\.[^\s\p{C}<>()[\]\\,;:"@.]+)*`
const topLevelDomain = String.raw`(?!\d+$)[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])`
/** The host has at least two labels of at most 63 characters. */
const addressPattern = new RegExp(`^${local}@(?:${label}\\.)+${topLevelDomain}$`, 'u')

const hasControls = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text)
/** Only whitespace and invisible characters. */
const isEmpty = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const normalise = (text: string) => text.replace(/\r\n?/g, '\n').trim()

function problemOf(field: ContactField, value: unknown, text: string): ContactProblem | null {
  if (value !== undefined && value !== null && typeof value !== 'string') return 'invalid'
  if (isEmpty(text)) return 'required'
  if (text.length > contactLimits[field]) return 'too-long'
  // Databases reject NUL and lone surrogates; a line break in the other fields could start a mail header.
  if (/[\0\p{Cs}]/u.test(text)) return 'invalid'
  if (field === 'message') return null
  if (hasControls(text)) return 'invalid'
  if (field === 'name') return null
  const [localPart = ''] = text.split('@')
  return localPart.length <= 64 && addressPattern.test(text) ? null : 'invalid-email'
}

export function validateContact(
  input: Partial<Record<ContactField, unknown>>,
): { message: ContactMessage } | { problems: ContactProblems } {
  const message: ContactMessage = { name: '', email: '', message: '' }
  const problems: ContactProblems = {}
  for (const field of contactFields) {
    const value = input[field]
    message[field] = typeof value === 'string' ? normalise(value) : ''
    const problem = problemOf(field, value, message[field])
    if (problem) problems[field] = problem
  }
  return Object.keys(problems).length > 0 ? { problems } : { message }
}

export const contactAddress = '/api/contact'

/** The anchor that confirms a plain form post. */
export const receivedAnchor = 'received'
