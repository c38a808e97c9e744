import * as z from 'zod'
import type { Page } from './sample-database'
import { ApiError } from './wire'

/** What the SDK sends to collect all rows, and nothing more. */
const query = z.strictObject({
  sorts: z.tuple([z.strictObject({ timestamp: z.literal('created_time'), direction: z.literal('ascending') })]),
  page_size: z.number().int().min(1).max(100).default(100),
  start_cursor: z.string().optional(),
})

/** @throws {ApiError} 400 for an unsupported query */
export function runQuery(samples: Page[], body: unknown) {
  const parsed = query.safeParse(body ?? {})
  if (parsed.success) {
    return { results: samples.toSorted((a, b) => a.written.localeCompare(b.written)), page: parsed.data }
  }
  const [issue] = parsed.error.issues
  throw new ApiError(400, 'validation_error', `body.${issue?.path.join('.')}: ${issue?.message}`)
}
