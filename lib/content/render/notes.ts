import type { BlockContent, DefinitionContent, Nodes, Root } from 'mdast'
import { weightOf } from '@/lib/contract/content'
import { hasSource, source } from '@/lib/content/pages/evidence'
import { parser } from './markdown'
import { nodesIn, replaceNodes } from './text-tree'

/**
 * The label of a link from a source back to the text.
 * @param index of the source, from 0
 * @param use which mention of the source it leads to, from 1
 */
export function footnoteBackLabel(index: number, use: number): string {
  const where = `Back to where source ${index + 1} is named`
  // The label contains the visible number, so that speech control users can say it.
  return use === 1 ? where : `${where}, place ${use}`
}

const note = /\[\^([\w-]+)\]/g
const citations = new Map<string, (BlockContent | DefinitionContent)[]>()

function citation(id: string): (BlockContent | DefinitionContent)[] {
  const known = citations.get(id)
  if (known) return known
  const { children } = parser.parse(`${source(id).citation} ${weightOf(source(id))}`)
  const content = children.filter((node) => node.type === 'paragraph')
  citations.set(id, content)
  return content
}

function split(value: string, isKnown: (id: string) => boolean): Nodes[] | null {
  const nodes: Nodes[] = []
  let end = 0
  for (const { 0: found, 1: id = '', index } of value.matchAll(note)) {
    if (!isKnown(id)) continue
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) })
    nodes.push({ type: 'footnoteReference', identifier: id.toLowerCase(), label: id })
    end = index + found.length
  }
  if (nodes.length === 0) return null
  if (end < value.length) nodes.push({ type: 'text', value: value.slice(end) })
  return nodes
}

/**
 * Turns each `[^id]` into a footnote. Ids from content/evidence.json get their citation as the definition.
 * @returns unknown ids, which stay as written, with the line of each
 */
export function withNotes(tree: Root): { id: string; line?: number }[] {
  const defined = new Set(
    [...nodesIn(tree)].flatMap((node) => (node.type === 'footnoteDefinition' ? node.identifier : [])),
  )
  const unknown: { id: string; line?: number }[] = []
  const used = new Set<string>()
  replaceNodes(tree, (node, parent) => {
    if (node.type !== 'text' || parent.type === 'link') return null
    return split(node.value, (id) => {
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
    tree.children.push({ type: 'footnoteDefinition', identifier: id, label: id, children: citation(id) })
  }
  return unknown
}
