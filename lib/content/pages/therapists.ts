import * as z from 'zod'
import type { Therapist } from '@/lib/contract/content'
import { renderCopy } from './copy'
import { readCopyFile, readCopyNames } from '@/lib/content/content-files'
import { slug } from '@/lib/content/record'

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

export async function readTherapistSlugs(): Promise<string[]> {
  return (await readCopyNames('therapists')).map((name) => slug.parse(name))
}

export async function readTherapist(name: string): Promise<Therapist | null> {
  if (!(await readTherapistSlugs()).includes(name)) return null
  const { file, data, body } = await readCopyFile(`therapists/${name}.md`, schema)
  const { pieces, sources } = await renderCopy([{ file, text: body }])
  return { slug: name, ...data, html: pieces[0]?.html ?? '', sources }
}
