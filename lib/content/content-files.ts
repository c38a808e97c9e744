import { parse } from 'yaml'
import * as z from 'zod'
import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locale } from '@/lib/locales'

/** Such fields would replace the message. */
type Details = Record<string, unknown> & { level?: never; msg?: never }

export function report(message: string, about: Details): void {
  console.warn(JSON.stringify({ level: 'warn', msg: message, ...about }))
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file}: the front matter is not YAML: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

const frontMatter = /^\s*---\s*?\n(.*?)\n---[^\S\n]*(?:\n|$)/s

/** @throws {Error} with the file, each invalid field and what was expected */
export function parseFrontMatter<T>(
  file: string,
  given: string,
  schema: z.ZodType<T>,
): { data: T; body: string; bodyLine: number } {
  const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [whole = '', fields] = frontMatter.exec(text) ?? []
  if (fields === undefined)
    throw new Error(`${file}: it must begin with front matter, as YAML between two lines of three dashes.`)
  const result = schema.safeParse(parseYaml(file, fields))
  if (result.success) return { data: result.data, body: text.slice(whole.length), bodyLine: whole.split('\n').length }
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'}: ${issue.message}`)
  throw new Error(`${file}: ${problems.join('; ')}; content/README.md lists the fields`)
}

const folder = path.join(process.cwd(), 'content')

export type CopyFile<T> = { file: string; data: T; body: string }

export const newestReview = (files: readonly { data: { reviewed: string } }[]): string =>
  files
    .map(({ data }) => data.reviewed)
    .toSorted()
    .at(-1) ?? ''

/** What a translation says about itself. */
const translation = z.looseObject({ status: z.enum(['draft', 'reviewed']).optional(), lang: z.string().optional() })

const ofTranslation = <T>(schema: z.ZodType<T>) =>
  translation
    .transform((fields): unknown =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in translation.shape))),
    )
    .pipe(schema)

/** @param name such as `fr/policies/terms.md`, below `content` */
export async function readCopyFile<T>(name: string, schema: z.ZodType<T>): Promise<CopyFile<T>> {
  const file = `content/${name}`
  const { data, body } = parseFrontMatter(file, await readText(path.join(folder, name), file), ofTranslation(schema))
  return { file, data, body }
}

/** Names of the Markdown files of a folder, without `.md`; none if a language does not have the folder. */
export async function readCopyNames(folderName: string): Promise<string[]> {
  const isThere = existsSync(path.join(folder, folderName))
  const files = isThere ? await readdir(path.join(folder, folderName)) : []
  return files.flatMap((file) => (file.endsWith('.md') ? file.slice(0, -'.md'.length) : [])).toSorted()
}

export async function readCopyFolder<T>(folderName: string, schema: z.ZodType<T>): Promise<CopyFile<T>[]> {
  const names = await readCopyNames(folderName)
  return Promise.all(names.map((name) => readCopyFile(`${folderName}/${name}.md`, schema)))
}

export async function readText(file: string, displayName = file): Promise<string> {
  const bytes = await readFile(file)
  if (!isUtf8(bytes)) throw new Error(`${displayName} is not UTF-8; save it as UTF-8, or letters are lost.`)
  return bytes.toString('utf8')
}

const jsonFiles = new Map<string, unknown>()

export function readLocalJson<T>(locale: Locale, name: string): T {
  const file = path.join(folder, locale, name)
  if (!jsonFiles.has(file)) jsonFiles.set(file, JSON.parse(readFileSync(file, 'utf8')))
  return jsonFiles.get(file) as T
}
