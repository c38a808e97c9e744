import { parse } from 'yaml'
import type * as z from 'zod'
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

const byteOrderMarks = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const fix = 'save the file as UTF-8'

/** The first line that is not UTF-8. */
function invalidLine(bytes: Buffer): number {
  const text = bytes.toString('utf8')
  const read = Buffer.from(text.slice(0, text.indexOf('\uFFFD')))
  return read.toString('utf8').split(/\r\n?|\n/).length
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, and normalises line ends to `\n`.
 * @throws {Error} naming the file, the problem and a fix
 */
export function decodeText(file: string, bytes: Buffer): string {
  const [encoding] = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? ['utf-8']
  if (encoding === 'utf-32') throw new Error(`${file}: it is UTF-32; ${fix}.`)
  // Single zero bytes are harmless; Markdown shows “�”.
  if (encoding === 'utf-8' && bytes.filter((byte) => byte === 0).length > bytes.length / 10) {
    throw new Error(`${file}: it has zero bytes, as UTF-16 without a byte order mark does; ${fix}.`)
  }
  const text = decode(bytes, encoding)
  if (text === null && encoding === 'utf-8') {
    const guess = 'it may be Latin-1 or Windows-1252'
    throw new Error(`${file}: line ${invalidLine(bytes)} is not UTF-8 (${guess}); ${fix}, or letters are lost.`)
  }
  if (text === null) throw new Error(`${file}: it starts as UTF-16 but is not valid UTF-16; ${fix}.`)
  const lines = text.replace(/\r\n?/g, '\n')
  const lost = lines.indexOf('\uFFFD')
  if (lost >= 0) {
    const line = lines.slice(0, lost).split('\n').length
    throw new Error(`${file}: line ${line} has “�” where a letter was lost in an earlier conversion; write it again.`)
  }
  return lines
}

export const readText = async (file: string, displayName = file): Promise<string> =>
  decodeText(displayName, await readFile(file))
