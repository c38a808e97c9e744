/** Such fields would replace the message. */
type Details = Record<string, unknown> & { level?: never; msg?: never }

/** Reports a post's problem to the log. */
export function report(message: string, about: Details): void {
  console.warn(JSON.stringify({ level: 'warn', msg: message, ...about }))
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
