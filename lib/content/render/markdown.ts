import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { PhrasingContent } from 'mdast'
import remarkMath from 'remark-math'
import rehypeStringify from 'rehype-stringify'

export const parser = unified().use(remarkParse).use(remarkGfm)

/** A single dollar sign is money. */
export const postParser = parser().use(remarkMath, { singleDollarTextMath: false })

/**
 * Parses one line of Markdown, such as a caption.
 * @throws {Error} if it is more than one line
 */
export function parseLine(text: string): PhrasingContent[] {
  const [only, ...more] = postParser.parse(text).children
  if (!only) return []
  if (only.type !== 'paragraph' || more.length > 0) throw new Error(`expected one line of text, found “${text}”`)
  return only.children
}

export const serializer = unified().use(rehypeStringify)
