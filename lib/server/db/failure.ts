export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** SQLSTATE classes that speak of the statement, not of the server: our own mistakes. */
const ownMistakes = /^(21|22|23|42)/

/** Whether an error says that the database cannot be read or written, rather than that we asked wrongly. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!isQueryError(error)) return false
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return !(typeof code === 'string' && ownMistakes.test(code))
}

/**
 * Whether an error is one that drizzle wrapped round a failed statement. Told by its shape: the
 * connection may have been opened by another bundle of the same process, with a class of its own. Its
 * message holds the statement's values, so it must never be shown or logged.
 */
export function isQueryError(error: unknown): error is Error & { query: unknown; params: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error
}
