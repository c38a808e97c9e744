/** The code of an SDK error, such as `auth/user-disabled`; empty for anything else. */
export function errorCodeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}

/** The value of the row that names this code among its codes, which spaces separate. */
export const rowOfCode = <T>(rows: readonly (readonly [codes: string, value: T])[], code: string): T | undefined =>
  rows.find(([codes]) => codes.split(' ').includes(code))?.[1]

/** The browser does not answer the identity SDK's database, as WebKit sometimes does. */
export const silentStorage = 'silent-storage'

export const isStorageSilent = (cause: unknown): boolean => errorCodeOf(cause) === silentStorage

const sessionEndedCodes =
  /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login)$/

export const isSessionEndedError = (cause: unknown) => sessionEndedCodes.test(errorCodeOf(cause))

/** `message`: null without a sentence. */
export type CloudFunctionError = { code: string; message: string | null }

const maxMessageLength = 20_000
const maxSentenceLength = 200

/** Finds a cloud function's refusal, which the identity SDK embeds as JSON. Never throws. */
export function readCloudFunctionError(message: string): CloudFunctionError | null {
  if (!/cloud function|blocking_function/i.test(message)) return null
  let text = message.slice(0, maxMessageLength)
  // Nested functions embed an error in the text of another.
  for (let start = text.indexOf('{\\"'); start >= 0; start = text.indexOf('{\\"'))
    text = text.slice(start).replaceAll(/\\(["\\])/g, '$1')
  const status = readTextField(text, 'status')
  const sentence = toPlainText(readTextField(text, 'message') ?? '')
  if (!status && !sentence) return null
  const code = (status || 'internal').replaceAll(/[_/]/g, '-').toLowerCase()
  // The service's own errors have a bare word as message.
  return { code, message: sentence.includes(' ') ? sentence : null }
}

/** The first text field of this name, by a pattern, because the SDK cuts its messages at a colon. */
function readTextField(text: string, name: string): string | undefined {
  const value = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]
  try {
    return value && (JSON.parse(value) as string)
  } catch {
    return undefined
  }
}

/** Strips markup, control and direction characters. */
function toPlainText(text: string): string {
  const plainText = text
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plainText.length <= maxSentenceLength) return plainText
  return `${plainText.slice(0, maxSentenceLength - 1).replace(/\s\S*$/, '')}…`
}
