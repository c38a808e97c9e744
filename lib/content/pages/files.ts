import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import { frontMatter } from '@/lib/content/front-matter'

const folder = path.join(process.cwd(), 'content')

/** A file of page copy: its name from the project's root, its checked front matter, its Markdown. */
export type CopyFile<T> = { file: string; data: T; body: string }

/** The day of the newest review among files; ISO 8601 days, of which there is at least one. */
export const newest = (files: readonly { data: { reviewed: string } }[]): string =>
  files
    .map(({ data }) => data.reviewed)
    .toSorted()
    .at(-1) ?? ''

/** One file of `content/`, by its path within it. */
export async function copyFile<T>(name: string, schema: z.ZodType<T>): Promise<CopyFile<T>> {
  const file = `content/${name}`
  return { file, ...frontMatter(file, await readFile(path.join(folder, name), 'utf8'), schema) }
}

/** Every Markdown file of a folder of `content/`. */
export async function copyFolder<T>(within: string, schema: z.ZodType<T>): Promise<CopyFile<T>[]> {
  const names = await readdir(path.join(folder, within))
  const markdown = names.filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(markdown.map((name) => copyFile(`${within}/${name}`, schema)))
}
