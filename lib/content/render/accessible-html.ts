import type { Element, ElementContent, Root as Html } from 'hast'
import { type LanguageAttributes, isEnglish, languageAttributes, siteLanguage } from '@/lib/contract/format'
import {
  type HtmlParent,
  element,
  elementsIn,
  hasClass,
  headingText,
  isElement,
  nodesIn,
  replaceElements,
  replaceNodes,
  textOf,
} from './tree'
import type { BlockContent, DefinitionContent, Nodes, Root } from 'mdast'
import { displayAddress, evidenceSummary } from '@/lib/contract/content'
import { getSource, hasSource } from '@/lib/content/pages/evidence'
import { parseMarkdown } from './markdown'

const isBlock = (node: ElementContent) =>
  isElement(node, 'p', 'ul', 'ol', 'pre', 'table', 'blockquote', 'figure', 'div', 'details')

function labelTask(item: Element): void {
  const first = item.children.find((child) => isElement(child))
  const line = first && isElement(first, 'p') ? first : item
  const end = line.children.findIndex(isBlock)
  const labelContent = line.children.splice(0, end < 0 ? line.children.length : end)
  line.children.unshift(element('label', {}, ...labelContent))
}

/** An unlabelled checkbox is useless to screen readers. */
function removeUnlabelledBoxes(node: HtmlParent): void {
  if (node.type === 'element' && node.tagName === 'label') return
  node.children = (node.children as ElementContent[]).filter((child) => !isElement(child, 'input'))
  for (const child of node.children) if (isElement(child)) removeUnlabelledBoxes(child)
}

/** Elements with a marker, bar or first column at the start of a line. */
const directionalTags = ['ul', 'ol', 'dl', 'blockquote', 'details', 'aside', 'table']

const isRightToLeft = (words: string) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(words)

const cellsOf = (row: Element): Element[] => row.children.filter((child) => isElement(child, 'th', 'td'))

const maxNameLength = 40

/** Whether the first column has row headers: an empty corner cell, or short and distinct cells. */
function hasRowHeaders(corner: string, first: readonly string[]): boolean {
  if (corner === '') return true
  const isName = (words: string) => words !== '' && words.length <= maxNameLength && !/[.?!]$/.test(words)
  return first.every(isName) && new Set(first).size === first.length
}

/** Adds header scopes to a table, unless its author has set them. */
function addHeaderScopes(table: Element): void {
  const [head, ...rows] = [...elementsIn(table)].filter((node) => isElement(node, 'tr')).map(cellsOf)
  const [corner] = head ?? []
  if (!head || !corner || corner.tagName !== 'th') return
  const hasScope = head.some(({ properties }) => properties.scope !== undefined)
  if (!hasScope) {
    for (const cell of head) cell.properties.scope = 'col'
    const first = rows.flatMap(([cell]) => (cell ? [cell] : []))
    if (head.length > 1 && hasRowHeaders(headingText(corner), first.map(headingText))) {
      for (const cell of first) Object.assign(cell, { tagName: 'th', properties: { ...cell.properties, scope: 'row' } })
    }
  }
  if (headingText(corner) === '') {
    corner.tagName = 'td'
    delete corner.properties.scope
  }
}

export const backLinksClass = 'back-links'

function moveBackLinks(item: Element): void {
  const links: Element[] = []
  replaceElements(item, (node) => {
    if (!('dataFootnoteBackref' in node.properties)) return null
    links.push(node)
    return []
  })
  if (links.length > 0) item.children.push(element('p', { className: [backLinksClass] }, ...links))
}

const classNamesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : []

function codeLabel(pre: Element): string {
  const code = pre.children.find((child) => isElement(child, 'code'))
  const language = code && isElement(code) && classNamesOf(code).find((name) => name.startsWith('language-'))
  return language ? `Code in ${language.slice('language-'.length)}` : 'Code'
}

const isDisplayFormula = (node: Element) =>
  hasClass(node, 'katex') && [...elementsIn(node)].some(({ properties }) => properties.display === 'block')

/**
 * Makes sanitised HTML accessible: wide parts scroll by keyboard, and tables, task boxes, code and source numbers
 * have names. Names are in our language.
 */
export function makeAccessible(html: HtmlParent, lang?: string | null): void {
  const [ours, own] = isEnglish(lang) ? [{}, {}] : [siteLanguage, languageAttributes(lang ?? undefined)]
  let heading = ''
  const tables = new Map<string, number>()
  const tableLabel = () => {
    const number = (tables.get(heading) ?? 0) + 1
    tables.set(heading, number)
    const name = number === 1 ? 'Table' : `Table ${number}`
    return heading === '' ? name : `${name} under “${heading}”`
  }
  replaceElements(html, (node) => {
    if (isElement(node, 'h2', 'h3', 'h4', 'h5', 'h6')) heading = headingText(node)
    if (Array.isArray(node.properties.className) && node.properties.className.length === 0) {
      delete node.properties.className
    }
    if (isElement(node, 'a') && node.properties.href === undefined) return node.children
    if (isElement(node, 'p') && node.children.length === 0 && node.properties.id === undefined) return []
    if (isElement(node, 'a') && 'dataFootnoteRef' in node.properties) {
      delete node.properties.ariaDescribedBy
      node.properties.ariaLabel = `Source ${textOf(node)}`
    }
    if (isElement(node, ...directionalTags) && node.properties.dir === undefined && isRightToLeft(textOf(node))) {
      node.properties.dir = 'rtl'
    }
    if (isElement(node, 'pre'))
      Object.assign(node.properties, { ...ours, tabIndex: 0, role: 'group', ariaLabel: codeLabel(node) })
    if (isElement(node, 'summary') && textOf(node).trim() === '')
      node.children = isEnglish(lang) ? [{ type: 'text', value: 'Details' }] : [element('span', ours, 'Details')]
    if (isElement(node, 'li') && hasClass(node, 'task-list-item')) {
      if (textOf(node).trim() === '') return []
      labelTask(node)
    }
    if (isElement(node, 'section') && hasClass(node, 'footnotes')) {
      for (const item of elementsIn(node)) if (isElement(item, 'li')) moveBackLinks(item)
    }
    if (isElement(node, 'table')) {
      addHeaderScopes(node)
      const { dir = own.dir } = node.properties
      node.properties = { ...own, ...node.properties }
      return [element('section', { className: ['wide'], ...ours, dir, tabIndex: 0, ariaLabel: tableLabel() }, node)]
    }
    if (isDisplayFormula(node)) {
      return [
        element(
          'div',
          { className: ['wide', 'equation'], ...ours, role: 'group', tabIndex: 0, ariaLabel: 'Equation' },
          node,
        ),
      ]
    }
    return null
  })
  removeUnlabelledBoxes(html)
}

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
