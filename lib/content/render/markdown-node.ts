import type { Nodes, Parents } from 'mdast'

export const isParent = (node: Nodes): node is Nodes & Parents => 'children' in node

/** Turns the end of `## Heading {#id}` into the heading's id. */
export function takeHeadingId(node: Nodes): void {
  const last = node.type === 'heading' ? node.children.at(-1) : undefined
  const [, words, id] = (last?.type === 'text' && /^(.*?)\s*\{#([^\s{}]+)\}$/s.exec(last.value)) || []
  if (last?.type !== 'text' || words === undefined || id === undefined) return
  last.value = words
  node.data = { ...node.data, hProperties: { id } }
}

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
