import { parse } from 'yaml'
import type * as z from 'zod'
import { isUtf8 } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file}: the front matter is not YAML: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}

const opening = /^(?:[\s\u200B]*\n)?[^\S\n]*---(?:[^\S\n]|\u200B)*\n/
const closing = /(?:^|\n)(?:---|\.\.\.)(?:[^\S\n]|\u200B)*(?:\n|$)/

function describeMissingOpening(text: string): string {
  const first = text.trimStart().split('\n', 1)[0]?.trim() ?? ''
  if (first === '+++') return 'its front matter is TOML (“+++”); write it as YAML between two lines of three dashes'
  if (first.startsWith('{')) return 'its front matter is JSON; write it as YAML between two lines of three dashes'
  const problem = first === '' ? 'it is empty' : `line 1 is “${first.slice(0, 60)}”`
  return `it must begin with front matter between two lines of three dashes, and ${problem}`
}

function splitFrontMatter(
  file: string,
  text: string,
): { front: string; frontLine: number; body: string; bodyLine: number } {
  const [start] = opening.exec(text) ?? []
  if (start === undefined) throw new Error(`${file}: ${describeMissingOpening(text)}.`)
  const rest = text.slice(start.length)
  const end = closing.exec(rest)
  const frontLine = start.split('\n').length
  if (!end) throw new Error(`${file}: the front matter has no end; close it with a line of three dashes.`)
  const before = rest.slice(0, end.index + end[0].length)
  return {
    front: rest.slice(0, end.index),
    frontLine,
    body: rest.slice(before.length),
    bodyLine: frontLine + before.split('\n').length - 1,
  }
}

/** The line of the first invalid field, or empty if it is missing. */
function lineOf({ path: [field], ...issue }: z.core.$ZodIssue, front: string, frontLine: number): string {
  const name = field ?? ('keys' in issue && Array.isArray(issue.keys) ? String(issue.keys[0]) : undefined)
  const index = front.split('\n').findIndex((line) => line.split(':', 1)[0]?.trim() === name)
  return index < 0 ? '' : ` (line ${frontLine + index})`
}

/**
 * @returns the valid fields, the text below them, and the text's first line number
 * @throws {Error} with the file, each invalid field, its line and what was expected
 */
export function parseFrontMatter<T>(
  file: string,
  text: string,
  schema: z.ZodType<T>,
): { data: T; body: string; bodyLine: number } {
  const { front, frontLine, body, bodyLine } = splitFrontMatter(file, text.replace(/\r\n?/g, '\n'))
  const result = schema.safeParse(parseYaml(file, front))
  if (result.success) return { data: result.data, body, bodyLine }
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join('.') || 'front matter'}: ${issue.message}${lineOf(issue, front, frontLine)}`,
  )
  throw new Error(`${file}: ${problems.join('; ')}; content/README.md lists the fields`)
}

const folder = path.join(process.cwd(), 'content')

export type CopyFile<T> = { file: string; data: T; body: string }

export const newestReview = (files: readonly { data: { reviewed: string } }[]): string =>
  files
    .map(({ data }) => data.reviewed)
    .toSorted()
    .at(-1) ?? ''

export async function readCopyFile<T>(name: string, schema: z.ZodType<T>): Promise<CopyFile<T>> {
  const file = `content/${name}`
  const { data, body } = parseFrontMatter(file, await readText(path.join(folder, name), file), schema)
  return { file, data, body }
}

/** Names of the Markdown files of a folder, without `.md`. */
export async function readCopyNames(folderName: string): Promise<string[]> {
  const files = await readdir(path.join(folder, folderName))
  return files.flatMap((file) => (file.endsWith('.md') ? file.slice(0, -'.md'.length) : [])).toSorted()
}

export async function readCopyFolder<T>(folderName: string, schema: z.ZodType<T>): Promise<CopyFile<T>[]> {
  const names = await readCopyNames(folderName)
  return Promise.all(names.map((name) => readCopyFile(`${folderName}/${name}.md`, schema)))
}

/**
 * Reads UTF-8 and normalises line ends to `\n`.
 * @throws {Error} naming the file and the first line that is not UTF-8
 */
export async function readText(file: string, displayName = file): Promise<string> {
  const bytes = await readFile(file)
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  if (isUtf8(bytes)) return text
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length
  throw new Error(`${displayName}: line ${line} is not UTF-8; save the file as UTF-8, or letters are lost.`)
}
