import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { PhrasingContent, Parent, Root, RootContent } from 'mdast'
import remarkMath from 'remark-math'
import rehypeStringify from 'rehype-stringify'
import type { Element, Properties } from 'hast'
import { refuseMarkup } from './refused-markup'

/** A single tilde is “about”, as in “5~10 minutes”. */
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false })

/** A single dollar sign is money. */
const mathParser = parser().use(remarkMath, { singleDollarTextMath: false })

/**
 * Parses Markdown with tables, task lists and formulas.
 * @param hasPlaceholders whether `{{name}}` is filled in later
 * @throws {Error} for markup that would not be shown, with its line
 */
export function parseMarkdown(text: string, hasPlaceholders = false): Root {
  const tree = mathParser.parse(text)
  refuseMarkup(tree, text, hasPlaceholders)
  return tree
}

/**
 * Parses one line of Markdown, such as a caption.
 * @throws {Error} if it is more than one line
 */
export function parseLine(text: string): PhrasingContent[] {
  const [only, ...more] = parseMarkdown(text).children
  if (!only) return []
  if (only.type !== 'paragraph' || more.length > 0) throw new Error(`expected one line of text, found “${text}”`)
  return only.children
}

export const serializer = unified().use(rehypeStringify)

/** An element without a Markdown node. Its content is sanitised. */
export interface Wrap extends Parent {
  type: 'wrap'
  children: (RootContent | PhrasingContent)[]
  data: { hName: string; hProperties: Properties }
  /** Its text becomes the figure's number. */
  isFigureNumber?: boolean
}

/** A drawing made from checked values and inserted after sanitising. */
export interface Inserted extends Parent {
  type: 'inserted'
  children: []
  element: Element
  data?: { hName: string; hProperties: Properties }
}

declare module 'mdast' {
  interface RootContentMap {
    wrap: Wrap
    inserted: Inserted
  }
  interface BlockContentMap {
    wrap: Wrap
    inserted: Inserted
  }
  interface PhrasingContentMap {
    wrap: Wrap
    inserted: Inserted
  }
}

export const wrap = (hName: string, children: Wrap['children'], hProperties: Properties = {}): Wrap => ({
  type: 'wrap',
  children,
  data: { hName, hProperties },
})
export const inserted = (element: Element): Inserted => ({ type: 'inserted', children: [], element })
