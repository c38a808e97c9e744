/** A line of the log for whoever publishes: what was left out or could not be had, and why. */
export function report(what: string, about: Record<string, unknown>): void {
  console.warn(JSON.stringify({ level: 'warn', what, ...about }))
}

/** What went wrong, in the words of whoever threw it. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
