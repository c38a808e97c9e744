import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Therapist } from '@/lib/contract/content'
import { frontMatter } from './front-matter'
import { slug } from './record'
import { renderMarkdown } from './render'

const folder = path.join(process.cwd(), 'content', 'therapists')

const schema = z.object({
  name: z.string().min(1),
  sample: z.boolean(),
  role: z.string().min(1),
  licence: z.string().min(1),
  languages: z.array(z.string()).min(1),
  formats: z.array(z.string()).min(1),
  waiting: z.string().min(1),
  description: z.string().min(1).max(300),
})

/** The slugs of all therapists: the names of their files. */
export async function therapistSlugs(): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.md')).map((file) => slug.parse(file.slice(0, -3)))
}

/** One therapist's page, or null where there is no such file. */
export async function therapist(name: string): Promise<Therapist | null> {
  if (!(await therapistSlugs()).includes(name)) return null
  const file = `${name}.md`
  const { data, body } = frontMatter(
    `content/therapists/${file}`,
    await readFile(path.join(folder, file), 'utf8'),
    schema,
  )
  return { slug: name, ...data, html: (await renderMarkdown(body)).html }
}
