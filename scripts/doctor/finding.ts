/** One thing that was looked at. `off` is something that may be missing, and is. */
export type Finding = { is: 'right' | 'wrong' | 'off'; says: string }

export const right = (says: string): Finding => ({ is: 'right', says })
export const wrong = (says: string): Finding => ({ is: 'wrong', says })
export const off = (says: string): Finding => ({ is: 'off', says })

/** A sentence for each thing that is wrong, or the one that says that nothing is. */
export const allOr = (problems: string[], says: string): Finding[] =>
  problems.length > 0 ? problems.map(wrong) : [right(says)]

/** What went wrong at a vendor, in its own words, and never more of them than a line. */
export function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : saidIn(error)
  return said.split('\n')[0]?.slice(0, 200).replace(/\.$/, '') ?? ''
}

/** Chargebee's SDK throws plain objects. */
function saidIn(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
