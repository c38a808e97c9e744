/** Style sheets of the build, cut down to what a page can use, so that they are small enough to stand in it. */
import { readFileSync } from 'node:fs'

/** What there is in a page for a selector to find. */
export type Vocabulary = { tags: ReadonlySet<string>; classes: ReadonlySet<string> }

/** All of the tags and classes, a class with each of the parts in its name, and of each group of selectors at least one. */
export type Needs = { tags: string[]; classes: string[]; parts: string[]; oneOf: Needs[][] }

type SheetSelector = { text: string; needs: Needs }

/** A sheet as `style-compiler.ts` has read it: each part is text, a rule, a group, or about a custom property. */
export type SheetNode =
  | { text: string }
  | { property: string; text: string }
  | { selectors: SheetSelector[]; body: string }
  | { selectors: SheetSelector[]; defaults: [property: string, declaration: string][] }
  | { head: string; nodes: SheetNode[] }

/** The build's style sheets by the addresses at which they are served. */
export type CompiledSheets = Record<string, SheetNode[]>

/** Set on the root by the script of the head, whatever the page. */
const rootClasses = new Set(['dark'])

const mayMatch = ({ tags, classes, parts, oneOf }: Needs, page: Vocabulary): boolean =>
  tags.every((tag) => page.tags.has(tag)) &&
  classes.every((name) => page.classes.has(name) || rootClasses.has(name)) &&
  parts.every((part) => [...page.classes, ...rootClasses].some((name) => name.includes(part))) &&
  oneOf.every((group) => group.some((needs) => mayMatch(needs, page)))

/** Custom properties that a sheet speaks of, but for what registers them. */
function hear(nodes: SheetNode[], spoken: Set<string>): void {
  for (const node of nodes) {
    if ('nodes' in node) hear(node.nodes, spoken)
    else if ('body' in node) for (const [name] of node.body.matchAll(/--[\w-]+/g)) spoken.add(name)
    else if ('text' in node && !('property' in node))
      for (const [name] of node.text.matchAll(/--[\w-]+/g)) spoken.add(name)
  }
}

function used(nodes: SheetNode[], page: Vocabulary): SheetNode[] {
  return nodes.flatMap((node): SheetNode[] => {
    if ('nodes' in node) {
      const within = used(node.nodes, page)
      return within.length > 0 ? [{ ...node, nodes: within }] : []
    }
    if (!('selectors' in node)) return [node]
    const selectors = node.selectors.filter(({ needs }) => mayMatch(needs, page))
    return selectors.length > 0 ? [{ ...node, selectors }] : []
  })
}

function written(nodes: SheetNode[], spoken: ReadonlySet<string>): string {
  return nodes
    .map((node) => {
      if ('nodes' in node) {
        const within = written(node.nodes, spoken)
        return within && `${node.head}{${within}}`
      }
      if ('property' in node) return spoken.has(node.property) ? node.text : ''
      if ('text' in node) return node.text
      const selectors = node.selectors.map(({ text }) => text).join(',')
      if ('body' in node) return `${selectors}{${node.body}}`
      const defaults = node.defaults.filter(([property]) => spoken.has(property)).map(([, declaration]) => declaration)
      return defaults.length > 0 ? `${selectors}{${defaults.join(';')}}` : ''
    })
    .join('')
}

/** What of a sheet a page with this vocabulary can use. */
export function usedStyles(sheet: SheetNode[], page: Vocabulary): string {
  const kept = used(sheet, page)
  const spoken = new Set<string>()
  hear(kept, spoken)
  return written(kept, spoken)
}

/**
 * The build's style sheets, read when the first is asked for.
 * @param file what the build has written of them; without it there are none
 * @returns null for an address that is none of theirs: of another build
 */
export function styleSheets(file: string): (address: string, page: Vocabulary) => string | null {
  let sheets: CompiledSheets | undefined
  return function sheet(address, page) {
    try {
      sheets ??= JSON.parse(readFileSync(file, 'utf8')) as CompiledSheets
    } catch {
      sheets = {}
    }
    const known = Object.hasOwn(sheets, address) ? sheets[address] : undefined
    return known ? usedStyles(known, page) : null
  }
}
