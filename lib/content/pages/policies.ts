import * as z from 'zod'
import type { Policy } from '@/lib/contract/content'
import { readCopyFile } from '@/lib/content/content-files'
import type { Locale } from '@/lib/locales'
import { fillServiceFacts } from '@/lib/service-facts'
import { siteSettings } from '@/lib/site-settings'
import { renderCopy } from './copy'

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

export type PolicyName = 'privacy' | 'health-data' | 'terms' | 'refund'

export async function readPolicy(name: PolicyName, locale: Locale): Promise<Policy> {
  const { file, data, body } = await readCopyFile(`${locale}/policies/${name}.md`, schema)
  const summary = data.summary.map((text) => ({ file, text, inline: true }))
  const text = withoutUnoffered(fillServiceFacts(body, locale))
  const { pieces, sources } = await renderCopy(locale, [...summary, { file, text }])
  if (sources.length > 0) throw new Error(`${file}: a policy has no list of sources to cite from.`)
  const rendered = pieces.pop()
  return {
    title: data.title,
    since: data.since,
    summary: pieces.map(({ html }) => html),
    html: rendered?.html ?? '',
    contents: rendered?.contents ?? [],
  }
}
