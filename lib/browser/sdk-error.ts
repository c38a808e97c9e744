/** An SDK's own word for what went wrong, such as `auth/user-disabled`; empty for whatever has none. */
export function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return typeof cause.code === 'string' ? cause.code : ''
}

const endedCodes = /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|requires-recent-login)$/

/** Whether a token was refused because the person is no longer signed in, rather than offline. */
export const hasEnded = (cause: unknown) => endedCodes.test(codeOf(cause))

/** `status` is the HTTP status that belongs to the code, where one is known. */
export type FunctionError = { code: string; message: string; status?: number }

/** The words of a function's `status`, and the HTTP status that each stands for. */
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
/** How many openings of a message are tried, and how deep one error may lie inside the text of another. */
const tries = 20
const deepest = 4

const unsaid = 'The service refused this. Please try again, or use another way to sign in.'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a cloud function of the project said when it refused: the identity SDK hands its answer on as
 * JSON in the middle of a message of its own.
 * @param message of the error, whoever made it
 * @returns a code in kebab-case and a plain sentence of at most 200 characters, or null when there is no such
 *   answer in the message; never throws
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
    // A function behind another one: its answer lies in the other's message, as text.
    const deeper = depth < deepest && said.includes('{') ? errorIn(said, told, depth + 1) : null
    if (deeper) return deeper
    const found = readError(inner, said, told)
    if (found) return found
  }
  // Quoted once more on its way, as a text inside of a text.
  const quoted = depth < deepest && text.includes('{\\"')
  return quoted ? errorIn(text.replaceAll(/\\(["\\])/g, '$1'), told, depth + 1) : null
}

function readError(fields: Fields, said: string, told: boolean): FunctionError | null {
  const word = [fields.status, fields.code].find(
    (value): value is string => typeof value === 'string' && /^[a-z][\w/-]{1,63}$/i.test(value),
  )
  const sentence = plain(said)
  // The identity service's own errors are JSON, too, with a bare word for a message: those are for the SDK.
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

/** Every object that begins somewhere in the text, outermost first. */
function* objectsIn(text: string): Generator<Fields> {
  let from = text.indexOf('{')
  for (let n = 0; n < tries && from >= 0; n++) {
    const end = endOf(text, from)
    const value = end === null ? cutOff(text.slice(from)) : parsed(text.slice(from, end))
    if (isFields(value)) {
      yield value
      // What lies inside of it has been looked at with it.
      from = text.indexOf('{', end ?? text.length)
    } else from = text.indexOf('{', from + 1)
  }
}

/** Where the object that begins at `from` ends, or null when it does not. */
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

/** The SDK cuts a message at its first lone colon, so that an object may lack its end: what is whole is taken. */
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

/** Plain words: no markup, nothing invisible that turns text round, no line breaks, not too long. */
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
