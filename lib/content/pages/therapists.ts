import * as z from 'zod'
import type { Therapist } from '@/lib/contract/content'
import { readCopyFile, readCopyNames } from '@/lib/content/content-files'
import { slug } from '@/lib/content/record'
import type { Locale } from '@/lib/locales'
import { renderCopy } from './copy'

const schema = z.strictObject({
  name: z.string().min(1),
  sample: z.boolean(),
  role: z.string().min(1),
  licence: z.string().min(1),
  approach: z.string().min(1),
  languages: z.array(z.string()).min(1),
  formats: z.array(z.string()).min(1),
  waiting: z.string().min(1),
  description: z.string().min(1).max(300),
})

export async function readTherapistSlugs(locale: Locale): Promise<string[]> {
  return (await readCopyNames(`${locale}/therapists`)).map((name) => slug.parse(name))
}

export async function readTherapist(name: string, locale: Locale): Promise<Therapist | null> {
  if (!(await readTherapistSlugs(locale)).includes(name)) return null
  const { file, data, body } = await readCopyFile(`${locale}/therapists/${name}.md`, schema)
  const { pieces, sources } = await renderCopy(locale, [{ file, text: body }])
  return { slug: name, ...data, html: pieces[0]?.html ?? '', sources }
}
