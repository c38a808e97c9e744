import type { PhrasingContent } from 'mdast'
import remarkMath from 'remark-math'
import { parser } from './parser'

/** One dollar sign is money; two are a formula. */
export const postParser = parser().use(remarkMath, { singleDollarTextMath: false })

/**
 * A line of Markdown, such as a caption, without a paragraph about it.
 * @throws {Error} when it is more than a line
 */
export function parseLine(text: string): PhrasingContent[] {
  const [only, ...more] = postParser.parse(text).children
  if (!only) return []
  if (only.type !== 'paragraph' || more.length > 0) throw new Error(`expected one line of text, found “${text}”`)
  return only.children
}
