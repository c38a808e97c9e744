import * as z from 'zod'
import type { Policy } from '@/lib/contract/content'
import { siteSettings } from '@/lib/site-settings'
import { renderCopy } from './copy'
import { fillServiceFacts } from '@/lib/service-facts'
import { readCopyFile } from '@/lib/content/content-files'

const schema = z.strictObject({
  title: z.string().min(1),
  /** When this wording took effect. */
  since: z.iso.date(),
  summary: z.array(z.string().min(1)).min(1),
})

/** Removes the lines about a refund or a pause that the settings don't offer. */
function withoutUnoffered(text: string): string {
  const { refundWindowDays, pauseMonths } = siteSettings()
  const isOffered = (line: string) =>
    (refundWindowDays > 0 || !line.includes('{{refund-days}}')) &&
    (pauseMonths > 0 || !line.includes('{{pause-months}}'))
  return text.split('\n').filter(isOffered).join('\n')
}

export async function readPolicy(name: 'privacy' | 'health-data' | 'terms' | 'refund'): Promise<Policy> {
  const { file, data, body } = await readCopyFile(`en/policies/${name}.md`, schema)
  const summary = data.summary.map((text) => ({ file, text, inline: true }))
  const { pieces, sources } = await renderCopy([...summary, { file, text: withoutUnoffered(fillServiceFacts(body)) }])
  if (sources.length > 0) throw new Error(`${file}: a policy has no list of sources to cite from.`)
  const text = pieces.pop()
  return {
    title: data.title,
    since: data.since,
    summary: pieces.map(({ html }) => html),
    html: text?.html ?? '',
    contents: text?.contents ?? [],
  }
}
