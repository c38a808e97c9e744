import * as z from 'zod'
import { withServiceFacts } from '@/lib/service-facts'
import type { Locale } from '@/lib/locales'
import { renderCopy } from './copy'
import { readLocalJson } from '@/lib/content/content-files'

const row = z.strictObject({ name: z.string().min(1).max(24), text: z.string().min(1).max(150) })
const schema = z.strictObject({
  title: z.string().min(1).max(40),
  included: z.array(row).min(1).max(4),
  also: z.array(row).max(4),
})

type PlanRow = { name: string; html: string }

export async function readPlanContents(locale: Locale, value: unknown = readLocalJson(locale, 'plan.json')) {
  const file = `content/${locale}/plan.json`
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  const { title, included } = parsed.data
  const rows = withServiceFacts(parsed.data.also, locale)
  const { pieces } = await renderCopy(
    locale,
    rows.map(({ text }) => ({ file, text, inline: true })),
  )
  const also: PlanRow[] = rows.map(({ name }, index) => ({ name, html: pieces[index]?.html ?? '' }))
  return { included: { title, rows: included }, also }
}
