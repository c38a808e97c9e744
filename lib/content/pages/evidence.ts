import * as z from 'zod'
import entries from '@/content/evidence.json'
import type { Citation, Source } from '@/lib/contract/content'

const schema = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    /** Numbers of the facts that the source supports. */
    facts: z.array(z.number().int()).min(1),
    citation: z.string().min(1),
    /** Where the study or its summary was found. */
    address: z.url({ protocol: /^https$/ }),
    design: z.string().min(1),
    size: z.string().min(1).nullable(),
    limits: z.string().min(1),
    people: z.number().int().positive().nullable(),
  }),
)

const sources = new Map(schema.parse(entries).map((entry) => [entry.id, entry]))

/** @throws {Error} if there is none, since health statements need a source */
export function getSource(id: string): Source {
  const entry = sources.get(id)
  if (!entry) throw new Error(`content/evidence.json has no source "${id}".`)
  return entry
}

export const hasSource = (id: string) => sources.has(id)

export function citations(...ids: string[]): Citation[] {
  return ids.map((id, index) => ({ ...getSource(id), number: index + 1 }))
}
