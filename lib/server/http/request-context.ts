import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from '@/lib/contract/plan'
import { processState } from '@/lib/process-state'

/**
 * What is known of the request that is being answered. `person` are words that say who it is, for no log;
 * `answerBy` is when somebody who waits for it must have the answer; `asked` are providers that have not answered yet,
 * one for each question.
 */
type Request = { readonly id: string; readonly person: Set<string>; readonly asked: Provider[]; answerBy?: number }

const storage = processState('request', () => new AsyncLocalStorage<Request>())

/** Runs what answers a request; whatever it waits for, and whatever it leaves running, knows the id. */
export const withRequest = <T>(id: string, run: () => T): T => storage.run({ id, person: new Set(), asked: [] }, run)

/** The id of the request that is being answered, if one is. */
export const requestId = (): string | undefined => storage.getStore()?.id

/** Somebody waits for this request's answer, for no longer than until `at`: milliseconds as of `Date.now()`. */
export function setAnswerBy(at: number): void {
  const request = storage.getStore()
  if (request) request.answerBy = at
}

/** What `setAnswerBy` was told; undefined in what nobody waits for, such as a message of a provider's. */
export const answerBy = (): number | undefined => storage.getStore()?.answerBy

/** Asks a provider, who counts as waited for until the answer is there. */
export async function whileAsking<T>(name: Provider, ask: () => Promise<T>): Promise<T> {
  const asked = storage.getStore()?.asked ?? []
  asked.push(name)
  try {
    return await ask()
  } finally {
    asked.splice(asked.indexOf(name), 1)
  }
}

/** The providers that this request waits for, the longest waited for first; the list goes on changing. */
export const waitedFor = (): readonly Provider[] => storage.getStore()?.asked ?? []

/** Remembers words that say who the person is, such as a uid or an address: the log leaves them out. */
export function keepOutOfLog(...words: (string | null)[]): void {
  const person = storage.getStore()?.person
  for (const word of words) if (word) person?.add(word)
}

/** The words that `keepOutOfLog` was told of in this request. */
export const personalWords = (): Iterable<string> => storage.getStore()?.person ?? []
