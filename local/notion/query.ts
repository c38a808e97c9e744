import * as z from 'zod'
import { ApiError } from './wire'
import type { Page } from './sample-database'

type Filter =
  | { property: string; checkbox: { equals?: boolean; does_not_equal?: boolean } }
  | { property: string; rich_text: { equals: string } }
  | { property: string; multi_select: { contains: string } }
  | { and: Filter[] }
  | { or: Filter[] }

const filter: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.object({
      property: z.string(),
      checkbox: z.object({ equals: z.boolean().optional(), does_not_equal: z.boolean().optional() }),
    }),
    z.object({ property: z.string(), rich_text: z.object({ equals: z.string() }) }),
    z.object({ property: z.string(), multi_select: z.object({ contains: z.string() }) }),
    z.object({ and: z.array(filter) }),
    z.object({ or: z.array(filter) }),
  ]),
)

const query = z.object({
  filter: filter.optional(),
  sorts: z
    .array(
      z.object({
        property: z.string().optional(),
        timestamp: z.string().optional(),
        direction: z.enum(['ascending', 'descending']),
      }),
    )
    .optional(),
  page_size: z.number().int().min(1).max(100).default(100),
  start_cursor: z.string().optional(),
  result_type: z.string().optional(),
})

const fields: Record<string, (sample: Page) => unknown> = {
  title: (sample) => sample.title,
  slug: (sample) => sample.slug,
  description: (sample) => sample.description,
  author: (sample) => sample.author,
  tags: (sample) => sample.tags,
  written: (sample) => sample.written,
  reviewed: (sample) => sample.reviewed,
  published: (sample) => sample.published,
}

function getField(name: string): (sample: Page) => unknown {
  const results = fields[name.toLowerCase()]
  if (!results) throw new ApiError(400, 'validation_error', `Could not find property with name or id: ${name}`)
  return results
}

function matches(sample: Page, wanted: Filter): boolean {
  if ('and' in wanted) return wanted.and.every((one) => matches(sample, one))
  if ('or' in wanted) return wanted.or.some((one) => matches(sample, one))
  const value = getField(wanted.property)(sample)
  if ('checkbox' in wanted) {
    const { equals, does_not_equal: not } = wanted.checkbox
    return equals === undefined ? value !== not : value === equals
  }
  if ('rich_text' in wanted) return value === wanted.rich_text.equals
  return Array.isArray(value) && value.includes(wanted.multi_select.contains)
}

/**
 * Newest first by default.
 * @throws {ApiError} 400 for an unsupported query
 */
export function runQuery(samples: Page[], body: unknown) {
  const parsed = query.safeParse(body ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ApiError(400, 'validation_error', `body.${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { filter, sorts = [{ property: 'Written', direction: 'descending' as const }], ...page } = parsed.data
  const results = samples.filter((sample) => filter === undefined || matches(sample, filter))
  for (const sort of sorts.toReversed()) {
    const read = getField(sort.property ?? 'written')
    const sign = sort.direction === 'ascending' ? 1 : -1
    results.sort((a, b) => sign * String(read(a) ?? '').localeCompare(String(read(b) ?? '')))
  }
  return { results, page }
}
