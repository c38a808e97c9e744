import type { Around, Call } from './calls'

type Confirmation = { confirm: (code: unknown) => Promise<unknown> }

const asksForCode = (name: string) => name === 'signInWithPhoneNumber' || name === 'linkWithPhoneNumber'

/**
 * Remembers the text message that was sent last, so that another can be sent without the widget's number page. The code
 * that is entered is then checked against the newest message.
 * @param inner attends a call
 */
export function sentCodes(inner: Around) {
  let last: { call: Call; again: Confirmation | null } | null = null
  return {
    around: (async (call) => {
      if (call.name === 'confirm') {
        const again = last?.again
        return inner(again ? { ...call, go: () => again.confirm(call.args[0]) } : call)
      }
      const result = await inner(call)
      if (asksForCode(call.name)) last = { call, again: null }
      return result
    }) satisfies Around,
    /**
     * Sends another code to the same number.
     * @param verifier a captcha of its own: the first one went with the page that it was on
     * @returns the number
     * @throws what the identity SDK does, in the words of this page
     */
    async again(verifier: unknown): Promise<string> {
      if (!last) throw new Error('No code was sent before.')
      const sent = last
      const { call } = sent
      const args = [call.args[0], verifier]
      const result = await inner({ ...call, args, go: () => call.go(...args) })
      sent.again = result as Confirmation
      return String(call.args[0])
    },
  }
}
