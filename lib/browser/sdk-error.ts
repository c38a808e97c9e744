/** The code of an SDK error, such as `auth/user-disabled`; empty for anything else. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}

const endedCodes = /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login)$/

export const hasEnded = (cause: unknown) => endedCodes.test(codeOf(cause))

export type FunctionError = { code: string; message: string; status?: number }

/** HTTP status of each `google.rpc.Code`. */
const statusOf: Record<string, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  INTERNAL: 500,
  UNKNOWN: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
}

const longestMessage = 20_000
const longestSentence = 200
/** Limits for hostile messages: objects tried, and nesting. */
const tries = 20
const deepest = 4

const unsaid = 'The service refused this. Please try again, or use another way to sign in.'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Finds a cloud function's refusal, which the identity SDK embeds as JSON.
 * @returns a kebab-case code and a sentence of at most 200 characters, or null; never throws
 */
export function functionError(message: string): FunctionError | null {
  const text = message.slice(0, longestMessage)
  return errorIn(text, /cloud function|blocking_function/i.test(text), 0)
}

function errorIn(text: string, told: boolean, depth: number): FunctionError | null {
  for (const fields of objectsIn(text)) {
    const inner = isFields(fields.error) ? fields.error : fields
    const said =
      typeof inner.message === 'string' ? inner.message : typeof fields.error === 'string' ? fields.error : ''
    // Nested functions embed text in text.
    const deeper = depth < deepest && said.includes('{') ? errorIn(said, told, depth + 1) : null
    if (deeper) return deeper
    const found = readError(inner, said, told)
    if (found) return found
  }
  // Escaped twice.
  const quoted = depth < deepest && text.includes('{\\"')
  return quoted ? errorIn(text.replaceAll(/\\(["\\])/g, '$1'), told, depth + 1) : null
}

function readError(fields: Fields, said: string, told: boolean): FunctionError | null {
  const word = [fields.status, fields.code].find(
    (value): value is string => typeof value === 'string' && /^[a-z][\w/-]{1,63}$/i.test(value),
  )
  const sentence = plain(said)
  // The service's own errors have a bare word as message.
  const bare = !/\s/.test(sentence) || /\{\\*"/.test(sentence)
  if (bare && !word && !told) return null
  if (!sentence && !word) return null
  const code = (word ?? 'internal')
    .replace(/^functions\//, '')
    .replaceAll(/[_/]/g, '-')
    .toLowerCase()
  const status =
    statusOf[code.replaceAll('-', '_').toUpperCase()] ??
    [fields.code, fields.status].find((value): value is number => Number.isInteger(value) && inRange(Number(value)))
  return { code, message: bare ? unsaid : sentence, ...(status !== undefined && { status }) }
}

const inRange = (status: number) => status >= 400 && status <= 599

function* objectsIn(text: string): Generator<Fields> {
  let from = text.indexOf('{')
  for (let n = 0; n < tries && from >= 0; n++) {
    const end = endOf(text, from)
    const value = end === null ? cutOff(text.slice(from)) : parsed(text.slice(from, end))
    if (isFields(value)) {
      yield value
      from = text.indexOf('{', end ?? text.length)
    } else from = text.indexOf('{', from + 1)
  }
}

function endOf(text: string, from: number): number | null {
  let open = 0
  let quoted = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter === '\\') at++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{') open++
    else if (letter === '}' && --open === 0) return at + 1
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The SDK cuts messages at a colon, so the object may be incomplete. */
function cutOff(text: string): Fields | null {
  const field = (name: string) => {
    const value = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1]
    const read = value === undefined ? undefined : parsed(value)
    return typeof read === 'string' ? read : undefined
  }
  const message = field('message')
  const status = field('status')
  if (message === undefined && status === undefined) return null
  return { ...(message !== undefined && { message }), ...(status !== undefined && { status }) }
}

/** Strips markup, control and direction characters. */
function plain(text: string): string {
  const words = text
    .replaceAll(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (words.length <= longestSentence) return words
  const cut = words.slice(0, longestSentence - 1)
  const last = cut.lastIndexOf(' ')
  return `${cut.slice(0, last > longestSentence / 2 ? last : cut.length).trimEnd()}…`.replace(/[\uD800-\uDBFF]…$/, '…')
}
