export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** SQLSTATE classes that speak of the statement, not of the server: our own mistakes. */
const ownMistakes = /^(21|22|23|42)/

/**
 * Codes of a connection that cannot be made or was lost, which drizzle does not wrap when a transaction begins;
 * and of a server that gave up a statement (57014), a lock (55P03) or a transaction (25P03, 25P04).
 */
const lostConnection = /^(08|57P0|57014|55P03|25P0[34]|53|ECONN|EPIPE|ETIMEDOUT)/

/** The driver's own words for the same, which have no code. */
const unanswered =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether an error says that the database cannot be read or written, rather than that we asked wrongly. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (isQueryError(error)) return !ownMistakes.test(codeOf(error.cause))
  const code = codeOf(error)
  return code === '' ? error instanceof Error && unanswered.test(error.message) : lostConnection.test(code)
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/**
 * Whether an error is one that drizzle wrapped round a failed statement. Told by its shape: the
 * connection may have been opened by another bundle of the same process, with a class of its own. Its
 * message holds the statement's values, so it must never be shown or logged.
 */
export function isQueryError(error: unknown): error is Error & { query: unknown; params: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error
}
