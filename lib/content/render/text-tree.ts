import type { Element, Properties } from 'hast'
import type { Nodes, Parent, Parents, PhrasingContent, RootContent } from 'mdast'

/** An element without a Markdown node. Its content is sanitised. */
export interface Wrap extends Parent {
  type: 'wrap'
  children: (RootContent | PhrasingContent)[]
  data: { hName: string; hProperties: Properties }
  /** Its text becomes the figure's number. */
  counts?: boolean
}

/** A drawing made from checked values and inserted after sanitising. */
export interface Made extends Parent {
  type: 'made'
  children: []
  element: Element
  data?: { hName: string; hProperties: Properties }
}

declare module 'mdast' {
  interface RootContentMap {
    wrap: Wrap
    made: Made
  }
  interface BlockContentMap {
    wrap: Wrap
    made: Made
  }
  interface PhrasingContentMap {
    wrap: Wrap
    made: Made
  }
}

export const wrap = (hName: string, children: Wrap['children'], hProperties: Properties = {}): Wrap => ({
  type: 'wrap',
  children,
  data: { hName, hProperties },
})
export const made = (element: Element): Made => ({ type: 'made', children: [], element })

const isParent = (node: Nodes): node is Nodes & Parents => 'children' in node

/** All nodes below a node, in document order. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  if (!isParent(node)) return
  for (const child of node.children) {
    yield child
    yield* nodesIn(child)
  }
}

/** Replaces nodes, innermost first; null keeps a node. */
export function replaceNodes(node: Nodes, by: (node: Nodes, parent: Parents) => Nodes[] | null): void {
  if (!isParent(node)) return
  const children = node.children.flatMap((child: Nodes): Nodes[] => {
    replaceNodes(child, by)
    return by(child, node) ?? [child]
  })
  Object.assign(node, { children })
}
