import { parse } from 'yaml'
import type * as z from 'zod'

function yaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file}: the front matter is not YAML: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}

/**
 * Splits a file into its checked front matter and its body.
 * @throws {Error} with the file's name, each wrong field and what was expected of it.
 */
export function frontMatter<T>(file: string, text: string, schema: z.ZodType<T>): { data: T; body: string } {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text)
  if (!match) throw new Error(`${file}: it must begin with front matter between two lines of three dashes.`)
  const result = schema.safeParse(yaml(file, match[1] ?? ''))
  if (result.success) return { data: result.data, body: match[2] ?? '' }
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'front matter'}: ${issue.message}`)
  throw new Error(`${file}: ${problems.join('; ')}`)
}
