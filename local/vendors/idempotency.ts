/** Idempotency keys. Both payment vendors replay the answer to a repeated key for a day. */
import { createHash } from 'node:crypto'
import type { Form } from './form'

/** An answer that is replayed. `at` is in seconds. */
export type CallAnswer = { fingerprint: string; status: number; body: string; at: number }

const ttlSeconds = 86_400

/** Differs between calls that do not do the same. */
export const fingerprintOf = (method: string, path: string, form: Form) =>
  createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(form)}`)
    .digest('hex')

export function dropOldReplays(replays: Record<string, { at: number }>, now: number): void {
  for (const [key, { at }] of Object.entries(replays)) if (at < now - ttlSeconds) delete replays[key]
}
