import 'server-only'
import { askForKeys } from '@/lib/server/identity/signing-keys'

/** Milliseconds after which a question is taken back; whoever asked has turned away by then. */
const patienceMs = 2000

const ask = (url: string, authorization?: string) =>
  fetch(url, {
    headers: authorization ? { authorization } : {},
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(patienceMs),
  })

async function statusOf(url: string, authorization?: string): Promise<number> {
  const { status, body } = await ask(url, authorization)
  // What is not read would hold its connection.
  await body?.cancel()
  return status
}

/**
 * Whether a host answers, be it with a refusal: an error of its own is no answer.
 * @throws what the network said
 */
export const isThere = async (url: string): Promise<boolean> => (await statusOf(url)) < 500

/**
 * Whether an API gives what it is asked for. A refusal is none of that: too many calls, a key that was taken back.
 * @throws what the network said
 */
export const gives = async (url: string, authorization: string): Promise<boolean> =>
  Math.floor((await statusOf(url, authorization)) / 100) === 2

/**
 * Whether an address has keys that a token can be checked with.
 * @throws what the network or the parser said
 */
export async function givesKeys(url: string): Promise<boolean> {
  await askForKeys(url, { redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
  return true
}
