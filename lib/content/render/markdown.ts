import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { PhrasingContent, Nodes, Parent, Parents, RootContent } from 'mdast'
import remarkMath from 'remark-math'
import rehypeStringify from 'rehype-stringify'
import type { Element, Properties } from 'hast'
import { isParent } from './markdown-node'

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

/** All nodes below a node, in document order. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  if (!isParent(node)) return
  for (const child of node.children) {
    yield child
    yield* nodesIn(child)
  }
}

/** Replaces nodes, innermost first; null keeps a node. */
export function replaceNodes(node: Nodes, replace: (node: Nodes, parent: Parents) => Nodes[] | null): void {
  if (!isParent(node)) return
  const children = node.children.flatMap((child: Nodes): Nodes[] => {
    replaceNodes(child, replace)
    return replace(child, node) ?? [child]
  })
  Object.assign(node, { children })
}
