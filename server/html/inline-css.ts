/** Reduces style sheets to the rules that a page can use, for inlining. */
import { readFileSync } from 'node:fs'

export type Vocabulary = { tags: ReadonlySet<string>; classes: ReadonlySet<string> }

/** A page needs all tags and classes, a class with each part, and one alternative of each group. */
export type Needs = { tags: string[]; classes: string[]; parts: string[]; oneOf: Needs[][] }

type SheetSelector = { text: string; needs: Needs }

export type SheetNode =
  | { text: string }
  | { property: string; text: string }
  | { selectors: SheetSelector[]; body: string }
  | { selectors: SheetSelector[]; defaults: [property: string, declaration: string][] }
  | { head: string; nodes: SheetNode[] }

export type CompiledSheets = Record<string, SheetNode[]>

const rootClasses = new Set(['dark'])

const mayMatch = ({ tags, classes, parts, oneOf }: Needs, page: Vocabulary): boolean =>
  tags.every((tag) => page.tags.has(tag)) &&
  classes.every((name) => page.classes.has(name) || rootClasses.has(name)) &&
  parts.every((part) => [...page.classes, ...rootClasses].some((name) => name.includes(part))) &&
  oneOf.every((group) => group.some((needs) => mayMatch(needs, page)))

/** Adds custom properties that nodes use or set, except their `@property` registrations. */
function collectProperties(nodes: SheetNode[], properties: Set<string>): void {
  for (const node of nodes) {
    if ('nodes' in node) collectProperties(node.nodes, properties)
    else if ('body' in node) for (const [name] of node.body.matchAll(/--[\w-]+/g)) properties.add(name)
    else if ('text' in node && !('property' in node))
      for (const [name] of node.text.matchAll(/--[\w-]+/g)) properties.add(name)
  }
}

function matchingNodes(nodes: SheetNode[], page: Vocabulary): SheetNode[] {
  return nodes.flatMap((node): SheetNode[] => {
    if ('nodes' in node) {
      const inner = matchingNodes(node.nodes, page)
      return inner.length > 0 ? [{ ...node, nodes: inner }] : []
    }
    if (!('selectors' in node)) return [node]
    const selectors = node.selectors.filter(({ needs }) => mayMatch(needs, page))
    return selectors.length > 0 ? [{ ...node, selectors }] : []
  })
}

function toCss(nodes: SheetNode[], properties: ReadonlySet<string>): string {
  return nodes
    .map((node) => {
      if ('nodes' in node) {
        const inner = toCss(node.nodes, properties)
        return inner && `${node.head}{${inner}}`
      }
      if ('property' in node) return properties.has(node.property) ? node.text : ''
      if ('text' in node) return node.text
      const selectors = node.selectors.map(({ text }) => text).join(',')
      if ('body' in node) return `${selectors}{${node.body}}`
      const defaults = node.defaults
        .filter(([property]) => properties.has(property))
        .map(([, declaration]) => declaration)
      return defaults.length > 0 ? `${selectors}{${defaults.join(';')}}` : ''
    })
    .join('')
}

export function usedStyles(sheet: SheetNode[], page: Vocabulary): string {
  const nodes = matchingNodes(sheet, page)
  const properties = new Set<string>()
  collectProperties(nodes, properties)
  return toCss(nodes, properties)
}

export function styleSheets(file: string): (address: string, page: Vocabulary) => string | null {
  let sheets: CompiledSheets | undefined
  return function sheet(address, page) {
    try {
      sheets ??= JSON.parse(readFileSync(file, 'utf8')) as CompiledSheets
    } catch {
      sheets = {}
    }
    const compiled = Object.hasOwn(sheets, address) ? sheets[address] : undefined
    return compiled ? usedStyles(compiled, page) : null
  }
}
