import 'server-only'
import { ApiFailure } from './errors'

/** Sizes in bytes: an API call, and a provider's webhook. */
export const bodyLimit = { api: 64 * 1024, webhook: 1024 * 1024 } as const

/**
 * Bytes of a message that are taken although it is too large: a sender that is cut off while it writes reads no
 * answer, and nobody can say a sentence to somebody whose connection was reset. Beyond it nothing is taken.
 */
const patience = 16 * 1024 * 1024

/**
 * The bytes as they come. A sender who goes away in the middle is no failure of ours: by its code alone it would pass for
 * a database that was lost.
 * @throws ApiFailure `invalid-request`
 */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? []
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The body broke off before its end.', cause })
  }
}

/**
 * The raw body, of which no more than `limit` bytes are kept.
 * @throws ApiFailure `too-large`, `invalid-request` for a body that broke off
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > patience) throw new ApiFailure('too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(request)) {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    else if (size > patience) break
    else chunks.length = 0
  }
  if (size > limit) throw new ApiFailure('too-large')
  return Buffer.concat(chunks)
}

/**
 * A JSON object from raw bytes.
 * @throws ApiFailure `invalid-request` for anything else, also for broken UTF-8
 */
export function parseObject(raw: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The body must be valid JSON.', cause })
  }
  throw new ApiFailure('invalid-request', { message: 'The body must be a JSON object.' })
}
