/** `off` is an optional part that is not configured. */
export type Finding = { is: 'right' | 'wrong' | 'off'; says: string }

export const right = (says: string): Finding => ({ is: 'right', says })
export const wrong = (says: string): Finding => ({ is: 'wrong', says })
export const off = (says: string): Finding => ({ is: 'off', says })

export const allOr = (problems: string[], says: string): Finding[] =>
  problems.length > 0 ? problems.map(wrong) : [right(says)]

/** The vendor's own message, at most one line. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : saidIn(error)
  return said.split('\n')[0]?.slice(0, 200).replace(/\.$/, '') ?? ''
}

/** Chargebee's SDK throws plain objects. */
function saidIn(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
