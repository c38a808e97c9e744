export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
    this.name = 'DatabaseUnavailable'
  }
}

const statementErrorCodes = /^(21|22|23|42)/

const connectionErrorCodes = /^(08|57P0|57014|55P03|25P0[34]|53|ECONN|EPIPE|ETIMEDOUT)/

const noAnswerMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether the database is unavailable; false for a wrong statement. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (isQueryError(error)) return !statementErrorCodes.test(codeOf(error.cause))
  const code = codeOf(error)
  return code === '' ? error instanceof Error && noAnswerMessages.test(error.message) : connectionErrorCodes.test(code)
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Drizzle's error, whose message contains values and must not be logged. */
export function isQueryError(error: unknown): error is Error & { query: unknown; params: unknown } {
  return error instanceof Error && 'query' in error && 'params' in error
}
