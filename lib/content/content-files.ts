import { parse } from 'yaml'
import type * as z from 'zod'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

function yaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file}: the front matter is not YAML: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}

/** @throws {Error} with the file's name, each invalid field and what was expected */
export function frontMatter<T>(file: string, text: string, schema: z.ZodType<T>): { data: T; body: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text)
  if (!match) throw new Error(`${file}: it must begin with front matter between two lines of three dashes.`)
  const result = schema.safeParse(yaml(file, match[1] ?? ''))
  if (result.success) return { data: result.data, body: match[2] ?? '' }
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'}: ${issue.message}`)
  throw new Error(`${file}: ${problems.join('; ')}`)
}

const folder = path.join(process.cwd(), 'content')

export type CopyFile<T> = { file: string; data: T; body: string }

export const newest = (files: readonly { data: { reviewed: string } }[]): string =>
  files
    .map(({ data }) => data.reviewed)
    .toSorted()
    .at(-1) ?? ''

export async function copyFile<T>(name: string, schema: z.ZodType<T>): Promise<CopyFile<T>> {
  const file = `content/${name}`
  return { file, ...frontMatter(file, await readFile(path.join(folder, name), 'utf8'), schema) }
}

export async function copyFolder<T>(within: string, schema: z.ZodType<T>): Promise<CopyFile<T>[]> {
  const names = await readdir(path.join(folder, within))
  const markdown = names.filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(markdown.map((name) => copyFile(`${within}/${name}`, schema)))
}
