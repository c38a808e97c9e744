import type { Element, Properties } from 'hast'
import type { Nodes, Parent, Parents, PhrasingContent, RootContent } from 'mdast'

/** An element that Markdown has no node for. What is in it is sanitised like any other text. */
export interface Wrap extends Parent {
  type: 'wrap'
  children: (RootContent | PhrasingContent)[]
  data: { hName: string; hProperties: Properties }
  /** Its text is the number of the figure that it stands in. */
  counts?: boolean
}

/** What the site itself has drawn, from values that it has checked: it takes its place after sanitising. */
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

/** Every node below one, in the order of the text, outer ones first. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  if (!isParent(node)) return
  for (const child of node.children) {
    yield child
    yield* nodesIn(child)
  }
}

/** Puts others in the place of nodes, innermost first; null keeps the node. */
export function replaceNodes(node: Nodes, by: (node: Nodes, parent: Parents) => Nodes[] | null): void {
  if (!isParent(node)) return
  const children = node.children.flatMap((child: Nodes): Nodes[] => {
    replaceNodes(child, by)
    return by(child, node) ?? [child]
  })
  Object.assign(node, { children })
}
