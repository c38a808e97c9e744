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
