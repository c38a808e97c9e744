import 'server-only'
import { ApiFailure } from './errors'

export const bodyLimit = { api: 64 * 1024, webhook: 1024 * 1024, browserError: 16 * 1024 } as const

/** Bytes read of a body that is too large. A sender that is cut off cannot read our answer. */
const drainLimit = 16 * 1024 * 1024

/** An aborted upload's own code would look like a lost database connection. */
async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? []
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The request body ended early.', cause })
  }
}

/** @throws ApiFailure `too-large`, or `invalid-request` for an aborted body */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > drainLimit) throw new ApiFailure('too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(request)) {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    else if (size > drainLimit) break
    else chunks.length = 0
  }
  if (size > limit) throw new ApiFailure('too-large')
  return Buffer.concat(chunks)
}

/** @throws ApiFailure `invalid-request` unless it is a JSON object in valid UTF-8 */
export function parseJsonBody(raw: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (cause) {
    throw new ApiFailure('invalid-request', { message: 'The body must be valid JSON.', cause })
  }
  throw new ApiFailure('invalid-request', { message: 'The body must be a JSON object.' })
}

export class StreamTooLarge extends Error {}

export function limitStream(stream: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
  let size = 0
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > limit) controller.error(new StreamTooLarge())
        else controller.enqueue(chunk)
      },
    }),
  )
}
