import * as z from 'zod'
import file from '@/content/plan.json'
import { renderCopy } from './copy'
import { withServiceFacts } from '@/lib/service-facts'

/** Two lines on a phone, so that the first price is visible without scrolling. */
const row = z.strictObject({ name: z.string().min(1).max(24), text: z.string().min(1).max(130) })
const schema = z.strictObject({
  title: z.string().min(1).max(40),
  included: z.array(row).min(1).max(4),
  also: z.array(row).max(4),
})

export type PlanRow = { name: string; html: string }

/**
 * What a plan includes, and notes about it.
 * @throws {Error} naming the file and the invalid field
 */
export async function readPlanContents(value: unknown = file) {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`content/plan.json: ${z.prettifyError(parsed.error)}`)
  const { title, included } = parsed.data
  const also = withServiceFacts(parsed.data.also)
  const rows = [...included, ...also]
  const { pieces } = await renderCopy(rows.map(({ text }) => ({ file: 'content/plan.json', text, inline: true })))
  const rendered: PlanRow[] = rows.map(({ name }, index) => ({ name, html: pieces[index]?.html ?? '' }))
  return { title, included: rendered.slice(0, included.length), also: rendered.slice(included.length) }
}
