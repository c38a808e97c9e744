import 'server-only'
import type { Database } from './db/client'
import { letters } from './db/schema'
import { sendToPerson } from './mail'
import { countLetter } from './metrics'
import { createOutbox } from './outbox'

type Letter = Pick<typeof letters.$inferSelect, 'id' | 'uid' | 'kind' | 'email' | 'subject' | 'text'>

/** Puts a letter into the outbox, in the step that it tells of; the same id a second time adds nothing. */
export async function enqueue(step: Pick<Database, 'insert'>, letter: Letter): Promise<void> {
  await step.insert(letters).values(letter).onConflictDoNothing()
}

/** The letters about plans; `deliver` and `start` are described there. */
export const { deliver: deliverLetters, start: startLetters } = createOutbox(
  letters,
  letters.createdAt,
  'a letter about a plan',
  ({ id, email, subject, text }) => sendToPerson({ id, to: email, subject, text }),
  ({ kind }, outcome) => countLetter(kind, outcome),
)
