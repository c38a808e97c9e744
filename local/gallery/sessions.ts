/** What the proxy knows of each opening of a state, by the cookie that the opening set. */
import { randomUUID } from 'node:crypto'
import { kitOf, somebody, type Kit } from './kit'
import type { Emulators, Protection } from './emulators'
import { filled, type Reply, type State, type Values } from './state'

export const cookieName = 'gallery'

export type Session = {
  id: string
  state: State
  protection: Protection
  identity: string
  kit: Kit
  values: Values
  /** Operations that were called, in their order. */
  calls: string[]
  path: string
  /** The reply that stands for this call, if there is one left. */
  reply(operation: string): Reply | undefined
}

/** Prepares a state at the emulator that it needs. */
export async function openSession(
  state: State,
  protection: Protection,
  emulators: Emulators,
  origin: string,
): Promise<Session> {
  const identity = emulators.bases[protection]
  const values = { ...somebody(), origin }
  const kit = kitOf(identity, origin, values)
  Object.assign(values, await state.prepare?.(kit))
  const replies = (state.replies ?? []).map((reply) => ({ ...filled(reply, values), left: reply.times ?? Infinity }))
  return {
    id: randomUUID(),
    state: filled(state, values),
    protection,
    identity,
    kit,
    values,
    calls: [],
    path: filled(state.path ?? '/auth', values),
    reply(operation) {
      const found = replies.find((reply) => reply.operation === operation && reply.left > 0)
      if (found) found.left -= 1
      return found
    },
  }
}
