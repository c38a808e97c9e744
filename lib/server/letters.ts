import 'server-only'
import type { Database } from './db/client'
import { letters } from './db/schema'
import { sendToPerson } from './mail'
import { countLetter } from './metrics'
import { createOutbox } from './outbox'

const roundMs = 5 * 60_000

type Letter = Pick<typeof letters.$inferSelect, 'id' | 'uid' | 'kind' | 'email' | 'subject' | 'text'>

/** Puts a letter into the outbox, in the step that it tells of; the same id a second time adds nothing. */
export async function enqueue(step: Pick<Database, 'insert'>, letter: Letter): Promise<void> {
  await step.insert(letters).values(letter).onConflictDoNothing()
}

const outbox = createOutbox(
  letters,
  letters.createdAt,
  'a letter about a plan',
  ({ id, email, subject, text }) => sendToPerson({ id, to: email, subject, text }),
  ({ kind }, outcome) => countLetter(kind, outcome),
)

/** Sends all letters that are due, one round at a time. Never throws: what could not be sent is due again. */
export const deliverLetters = outbox.deliver

/** Sends the letters that an earlier process has left, now and every few minutes. */
export function startLetters(): void {
  void deliverLetters()
  setInterval(() => void deliverLetters(), roundMs).unref()
}
