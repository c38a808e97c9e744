import type { Root as Html } from 'hast'
import type { BlockContent, DefinitionContent, Nodes, Root } from 'mdast'
import type { LanguageAttributes } from '@/lib/contract/language'
import { displayAddress, evidenceSummary } from '@/lib/contract/content'
import { hasSource, getSource } from '@/lib/content/pages/evidence'
import { elementsIn, isElement, replaceElements } from './html-tree'
import { parseMarkdown } from './markdown'
import { nodesIn, replaceNodes } from './markdown-node'

/**
 * Label of the link from a source back to the text.
 * @param index of the source, from 0
 */
export const footnoteBackLabel = (index: number): string => `Back to where source ${index + 1} is named`

/** Keeps the first of the links back from each source. */
export function keepFirstBackLinks(html: Html): void {
  replaceElements(html, ({ properties, children }) =>
    'dataFootnoteBackref' in properties && children.some((child) => isElement(child, 'sup')) ? [] : null,
  )
}

/** Marks the words that we add to a text of another language: the heading, the numbers' names and the figures' numbers. */
export function markOurWords(html: Html, ours: LanguageAttributes): void {
  for (const node of elementsIn(html)) {
    const { id, dataFootnoteRef, dataFootnoteBackref, dataFigureNumber } = node.properties
    delete node.properties.dataFigureNumber
    const isOurs =
      id === 'footnote-label' ||
      [dataFootnoteRef, dataFootnoteBackref, dataFigureNumber].some((mark) => mark !== undefined)
    if (isOurs) Object.assign(node.properties, ours)
  }
}

const notePattern = /\[\^([\w-]+)\]/g
const citations = new Map<string, (BlockContent | DefinitionContent)[]>()

function citation(id: string): (BlockContent | DefinitionContent)[] {
  const cached = citations.get(id)
  if (cached) return structuredClone(cached)
  const { citation: words, address, ...rest } = getSource(id)
  const { children } = parseMarkdown(`${words} [${displayAddress(address)}](<${address}>) ${evidenceSummary(rest)}`)
  const content = children.filter((node) => node.type === 'paragraph')
  citations.set(id, content)
  return structuredClone(content)
}

function splitAtNotes(value: string, isKnown: (id: string) => boolean): Nodes[] | null {
  const nodes: Nodes[] = []
  let end = 0
  for (const { 0: match, 1: id = '', index } of value.matchAll(notePattern)) {
    if (!isKnown(id)) continue
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) })
    nodes.push({ type: 'footnoteReference', identifier: id.toLowerCase(), label: id })
    end = index + match.length
  }
  if (nodes.length === 0) return null
  if (end < value.length) nodes.push({ type: 'text', value: value.slice(end) })
  return nodes
}

/**
 * Turns each `[^id]` into a footnote. Ids from content/evidence.json are defined by their citation.
 * @param ours the attributes of our own words
 * @returns unknown ids, which stay as written, with their lines
 */
export function addFootnotes(tree: Root, ours: LanguageAttributes = {}): { id: string; line?: number }[] {
  const defined = new Set(
    [...nodesIn(tree)].flatMap((node) => (node.type === 'footnoteDefinition' ? node.identifier : [])),
  )
  const unknown: { id: string; line?: number }[] = []
  const used = new Set<string>()
  replaceNodes(tree, (node, parent) => {
    if (node.type !== 'text' || parent.type === 'link') return null
    return splitAtNotes(node.value, (id) => {
      if (defined.has(id.toLowerCase())) return true
      if (!hasSource(id)) {
        unknown.push({ id, line: node.position?.start.line })
        return false
      }
      used.add(id)
      return true
    })
  })
  for (const id of used) {
    const children = citation(id)
    for (const node of children) node.data = { hProperties: { ...ours } } as typeof node.data
    tree.children.push({ type: 'footnoteDefinition', identifier: id, label: id, children })
  }
  return unknown
}
