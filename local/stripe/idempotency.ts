import { createHash } from 'node:crypto'
import type { Desk } from '@/local/vendors/desk'
import { Refusal } from './refusal'
import type { Replay } from './records'

const keptSeconds = 86_400

export const fingerprint = (method: string, path: string, body: string) =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex')

/**
 * Claims a key for one call.
 * @returns the answer of an earlier call under the key, or null when this call is the first
 * @throws {Refusal} 400 when the key was used for another call, 409 while that call is still running
 */
export function claim(desk: Desk, running: Map<string, string>, key: string, print: string): Replay | null {
  const { replays } = desk.state.stripe
  const known = replays[key]
  if (known && known.at < desk.now() - keptSeconds) delete replays[key]
  const earlier = replays[key]
  if ((earlier?.fingerprint ?? running.get(key) ?? print) !== print) {
    const words = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    throw new Refusal(400, words, undefined, undefined, 'idempotency_error')
  }
  if (running.has(key)) {
    const words = 'There is currently another in-progress request using this Idempotent Key.'
    throw new Refusal(409, words, 'idempotency_key_in_use', undefined, 'idempotency_error')
  }
  if (!earlier) running.set(key, print)
  return earlier ?? null
}

/**
 * Keeps an answer for repetitions, failures of Stripe's own included. What was refused before anything was
 * tried may be tried again under its key.
 */
export function remember(desk: Desk, key: string, replay: Replay): void {
  const { replays } = desk.state.stripe
  for (const [old, { at }] of Object.entries(replays)) if (at < desk.now() - keptSeconds) delete replays[old]
  if (replay.status < 400 || replay.status === 402 || replay.status >= 500) replays[key] = replay
  desk.changed()
}
