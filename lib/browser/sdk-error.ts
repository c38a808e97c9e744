/** The code of an SDK error, such as `auth/user-disabled`; empty for anything else. */
export function errorCodeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}

/** The browser does not answer the identity SDK's database, as WebKit sometimes does. */
export const silentStorage = 'silent-storage'

export const isStorageSilent = (cause: unknown): boolean => errorCodeOf(cause) === silentStorage

const sessionEndedCodes =
  /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login)$/

export const isSessionEndedError = (cause: unknown) => sessionEndedCodes.test(errorCodeOf(cause))

export type CloudFunctionError = { code: string; message: string }

const maxMessageLength = 20_000
const maxSentenceLength = 200
/** Nested functions embed an error in the text of another. */
const maxDepth = 4

const defaultMessage = 'The service refused this. Please try again, or use another way to sign in.'

/**
 * Finds a cloud function's refusal, which the identity SDK embeds as JSON.
 * @returns a kebab-case code and a sentence of at most 200 characters, or null; never throws
 */
export function readCloudFunctionError(message: string): CloudFunctionError | null {
  const text = message.slice(0, maxMessageLength)
  return findError(text, /cloud function|blocking_function/i.test(text), 0)
}

/** Reads the fields by patterns, because the SDK cuts its messages at a colon. */
function findError(text: string, isFunction: boolean, depth: number): CloudFunctionError | null {
  const message = readTextField(text, 'message') ?? readTextField(text, 'error') ?? ''
  const inner = depth < maxDepth && message.includes('{') ? findError(message, isFunction, depth + 1) : null
  const found = inner ?? readError(text, message, isFunction)
  if (found || depth === maxDepth || !text.includes('{\\"')) return found
  return findError(text.replaceAll(/\\(["\\])/g, '$1'), isFunction, depth + 1)
}

/** The first text field of this name. */
function readTextField(text: string, name: string): string | undefined {
  const value = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]
  try {
    return value && (JSON.parse(value) as string)
  } catch {
    return undefined
  }
}

function readError(text: string, message: string, isFunction: boolean): CloudFunctionError | null {
  const word = [readTextField(text, 'status'), readTextField(text, 'code')].find((each) =>
    /^[a-z][\w/-]{1,63}$/i.test(each ?? ''),
  )
  const sentence = toPlainText(message)
  // The service's own errors have a bare word as message.
  const isBare = !/\s/.test(sentence) || /\{\\*"/.test(sentence)
  if (!word && (!sentence || (isBare && !isFunction))) return null
  const code = (word ?? 'internal')
    .replace(/^functions\//, '')
    .replaceAll(/[_/]/g, '-')
    .toLowerCase()
  return { code, message: isBare ? defaultMessage : sentence }
}

/** Strips markup, control and direction characters. */
function toPlainText(text: string): string {
  const plainText = text
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plainText.length <= maxSentenceLength) return plainText
  const cut = plainText.slice(0, maxSentenceLength - 1)
  const last = cut.lastIndexOf(' ')
  return `${cut.slice(0, last > maxSentenceLength / 2 ? last : cut.length).trimEnd()}…`.replace(
    /[\uD800-\uDBFF]…$/,
    '…',
  )
}
