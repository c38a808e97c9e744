export function report(what: string, about: Record<string, unknown>): void {
  console.warn(JSON.stringify({ level: 'warn', what, ...about }))
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
