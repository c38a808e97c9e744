export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** SQLSTATE classes that speak of the statement, not of the server: our own mistakes. */
const ownMistakes = /^(21|22|23|42)/

/** Codes of a connection that cannot be made or was lost, which drizzle does not wrap when a transaction begins. */
const lostConnection = /^(08|57P0|53|ECONN|EPIPE|ETIMEDOUT)/

/** Whether an error says that the database cannot be read or written, rather than that we asked wrongly. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (isQueryError(error)) return !ownMistakes.test(codeOf(error.cause))
  return lostConnection.test(codeOf(error))
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
