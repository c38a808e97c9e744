/** `off` is an optional part that is not configured. */
export type Finding = { status: 'right' | 'wrong' | 'off'; message: string }

export const right = (message: string): Finding => ({ status: 'right', message })
export const wrong = (message: string): Finding => ({ status: 'wrong', message })
export const off = (message: string): Finding => ({ status: 'off', message })

export const problemsOr = (problems: string[], message: string): Finding[] =>
  problems.length > 0 ? problems.map(wrong) : [right(message)]

/** No provider's API reports which emails it sends. */
export const ownEmails = ({ smtpUrl }: { smtpUrl: string | null }, provider: string, names: string): Finding =>
  smtpUrl === null
    ? off(`SMTP_URL is not set, so the site announces no charges: leave ${provider}'s own emails on.`)
    : off(`The site writes about these itself. Switch them off at ${provider}, so that nobody gets two: ${names}.`)

/** The vendor's own message, at most one line. */
export function errorMessage(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : plainObjectMessage(error)
  return text.split('\n')[0]?.slice(0, 200).replace(/\.$/, '') ?? ''
}

/** Chargebee's SDK throws plain objects. */
function plainObjectMessage(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
