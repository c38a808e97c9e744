import type { Element, ElementContent } from 'hast'
import {
  element,
  elementsIn,
  hasClass,
  headingText,
  type HtmlParent,
  isElement,
  replaceElements,
  textOf,
} from './html-tree'

const isBlock = (node: ElementContent) =>
  isElement(node, 'p', 'ul', 'ol', 'pre', 'table', 'blockquote', 'figure', 'div', 'details')

/** The words of a task name its box. */
function labelTask(item: Element): void {
  const first = item.children.find((child) => isElement(child))
  const line = first && isElement(first, 'p') ? first : item
  const end = line.children.findIndex(isBlock)
  const own = line.children.splice(0, end < 0 ? line.children.length : end)
  line.children.unshift(element('label', {}, ...own))
}

/** A box that no words name tells nobody anything. */
function dropBoxes(node: HtmlParent): void {
  if (node.type === 'element' && node.tagName === 'label') return
  node.children = (node.children as ElementContent[]).filter((child) => !isElement(child, 'input'))
  for (const child of node.children) if (isElement(child)) dropBoxes(child)
}

/** What has its mark, its bar or its first column at the side where lines begin. */
const sided = ['ul', 'ol', 'dl', 'blockquote', 'details', 'aside', 'table']

/** Whether the first letter is of a script that runs to the left. */
const runsToTheLeft = (words: string) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(words)

const cellsOf = (row: Element): Element[] => row.children.filter((child) => isElement(child, 'th', 'td'))

/** Letters up to which words name a row; longer ones are a sentence of their own. */
const longestName = 40

/** Whether the first column says what the others are about: an empty corner says so, and so do short, different words. */
function namesRows(corner: string, first: readonly string[]): boolean {
  if (corner === '') return true
  const isName = (words: string) => words !== '' && words.length <= longestName && !/[.?!]$/.test(words)
  return first.every(isName) && new Set(first).size === first.length
}

/** Columns and rows get their headers. A head that has its scopes already comes from somebody who chose them. */
function headTable(table: Element): void {
  const [head, ...rows] = [...elementsIn(table)].filter((node) => isElement(node, 'tr')).map(cellsOf)
  const [corner] = head ?? []
  if (!head || !corner || corner.tagName !== 'th') return
  const isChosen = head.some(({ properties }) => properties.scope !== undefined)
  if (!isChosen) {
    for (const cell of head) cell.properties.scope = 'col'
    const first = rows.flatMap(([cell]) => (cell ? [cell] : []))
    if (head.length > 1 && namesRows(headingText(corner), first.map(headingText))) {
      for (const cell of first) Object.assign(cell, { tagName: 'th', properties: { ...cell.properties, scope: 'row' } })
    }
  }
  if (headingText(corner) === '') {
    corner.tagName = 'td'
    delete corner.properties.scope
  }
}

/** The class of the ways back from a source to where the text names it. */
export const backLinks = 'ways-back'

/** They stand in a row of their own, and not in the words of the source. */
function moveWaysBack(item: Element): void {
  const links: Element[] = []
  replaceElements(item, (node) => {
    if (!('dataFootnoteBackref' in node.properties)) return null
    links.push(node)
    return []
  })
  if (links.length > 0) item.children.push(element('p', { className: [backLinks] }, ...links))
}

const namesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : []

function codeName(pre: Element): string {
  const code = pre.children.find((child) => isElement(child, 'code'))
  const language = code && isElement(code) && namesOf(code).find((name) => name.startsWith('language-'))
  return language ? `Code in ${language.slice('language-'.length)}` : 'Code'
}

/** A formula on lines of its own. */
const isDisplayed = (node: Element) =>
  hasClass(node, 'katex') && [...elementsIn(node)].some(({ properties }) => properties.display === 'block')

/**
 * What a sanitised text still needs: wide things scroll by themselves and can be reached by keyboard, tables have
 * headers, boxes of tasks have names, so have the numbers of sources, the ways back from them have a row of their own,
 * lists, quotations and tables begin at the side where their script does, and a link whose address did not pass is text again.
 */
export function makeAccessible(html: HtmlParent): void {
  let heading = ''
  const tables = new Map<string, number>()
  /** By the heading above it; a number keeps two of them apart. */
  const tableName = () => {
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
    // A number alone does not say of what. The name is the one that it has on the site's other pages.
    if (isElement(node, 'a') && 'dataFootnoteRef' in node.properties) {
      delete node.properties.ariaDescribedBy
      node.properties.ariaLabel = `Source ${textOf(node)}`
    }
    if (isElement(node, ...sided) && node.properties.dir === undefined && runsToTheLeft(textOf(node))) {
      node.properties.dir = 'rtl'
    }
    if (isElement(node, 'pre'))
      Object.assign(node.properties, { tabIndex: 0, role: 'group', ariaLabel: codeName(node) })
    if (isElement(node, 'summary') && textOf(node).trim() === '') node.children = [{ type: 'text', value: 'Details' }]
    if (isElement(node, 'li') && hasClass(node, 'task-list-item')) {
      if (textOf(node).trim() === '') return []
      labelTask(node)
    }
    if (isElement(node, 'section') && hasClass(node, 'footnotes')) {
      for (const item of elementsIn(node)) if (isElement(item, 'li')) moveWaysBack(item)
    }
    if (isElement(node, 'table')) {
      headTable(node)
      const { dir } = node.properties
      return [element('section', { className: ['wide'], dir, tabIndex: 0, ariaLabel: tableName() }, node)]
    }
    if (isDisplayed(node)) {
      return [
        element('div', { className: ['wide', 'equation'], role: 'group', tabIndex: 0, ariaLabel: 'Equation' }, node),
      ]
    }
    return null
  })
  dropBoxes(html)
}
