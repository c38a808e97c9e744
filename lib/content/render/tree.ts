import type { Element, ElementContent, Properties, Root as Html, RootContent } from 'hast'
import type { Nodes, Parents } from 'mdast'

export type HtmlParent = Html | Element

export function element(tagName: string, properties: Properties, ...children: (ElementContent | string)[]): Element {
  const content = children.map((child) =>
    typeof child === 'string' ? ({ type: 'text', value: child } as const) : child,
  )
  return { type: 'element', tagName, properties, children: content }
}

export const isElement = (node: RootContent | undefined, ...names: string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes(node.tagName))

export const hasClass = ({ properties }: Element, name: string): boolean =>
  Array.isArray(properties.className) && properties.className.includes(name)

export function textOf(node: Html | RootContent, isExcluded?: (node: RootContent) => boolean): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  return node.children.map((child) => (isExcluded?.(child) ? '' : textOf(child, isExcluded))).join('')
}

/** Leaves out source numbers. */
export const headingText = (node: Element): string => textOf(node, (child) => isElement(child, 'sup')).trim()

/** All elements below a node, in document order. */
export function* elementsIn(node: HtmlParent): Generator<Element> {
  for (const child of node.children) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

/** Replaces elements, innermost first; null keeps an element. */
export function replaceElements(node: HtmlParent, replace: (element: Element) => ElementContent[] | null): void {
  node.children = (node.children as ElementContent[]).flatMap((child) => {
    if (!isElement(child)) return [child]
    replaceElements(child, replace)
    return replace(child) ?? [child]
  })
}

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
