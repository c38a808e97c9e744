import type { Element, ElementContent, Root as Html } from 'hast'
import type { Heading } from '@/lib/contract/content'
import type { translatorOf } from '@/lib/i18n/messages'
import { limits } from '@/lib/site'
import {
  element,
  elementsIn,
  hasClass,
  headingPrefix,
  headingText,
  type HtmlParent,
  isElement,
  notePrefix,
  replaceElements,
  textOf,
} from './markdown'

type Translate = Awaited<ReturnType<typeof translatorOf<'rendered'>>>

const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Starts headings at level 2 without gaps, because the page title is the only `h1`, and removes empty ones. */
export function orderHeadings(html: Html): void {
  replaceElements(html, (node) => (isElement(node, ...headingTags) && headingText(node) === '' ? [] : null))
  const above: number[] = []
  for (const node of elementsIn(html)) {
    if (!isElement(node, ...headingTags)) continue
    const level = Math.max(2, headingTags.indexOf(node.tagName) + 1)
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    node.tagName = `h${above.length + 1}`
  }
}

const levels = ['h2', 'h3', 'h4', 'h5', 'h6'].slice(0, limits.tocDepth)

/** Leaves out headings in quotations and lists. */
function headingsIn(node: HtmlParent): Element[] {
  return node.children.flatMap((child: Html['children'][number]) => {
    if (isElement(child, ...levels)) return [child]
    return isElement(child, 'section', 'details', 'summary', 'div') ? headingsIn(child) : []
  })
}

export function contentsOf(html: Html): Heading[] {
  const contents: Heading[] = []
  for (const node of headingsIn(html)) {
    let list = contents
    for (let depth = levels.indexOf(node.tagName); depth > 0; depth--) {
      const above = list.at(-1)
      if (above) list = above.parts ??= []
    }
    list.push({ id: String(node.properties.id), text: headingText(node) })
  }
  return contents
}

/** Browsers escape non-ASCII characters, and authors write any letter case. */
function normaliseFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment).normalize('NFC').toLowerCase()
  } catch {
    return fragment
  }
}

const fragmentOf = ({ tagName, properties: { href } }: Element): string | null =>
  tagName === 'a' && typeof href === 'string' && /^#./.test(href) ? normaliseFragment(href.slice(1)) : null

/** Keeps the ids that the text links to, with a prefix; headings without one get theirs later. */
export function keepLinkedIds(html: Html): void {
  const linked = new Set([...elementsIn(html)].flatMap((node) => fragmentOf(node) ?? []))
  for (const { properties } of elementsIn(html)) {
    const { id } = properties
    if (typeof id !== 'string' || id.startsWith(notePrefix) || id === 'footnote-label') continue
    if (linked.has(normaliseFragment(id))) properties.id = headingPrefix + id
    else delete properties.id
  }
}

/**
 * Points links within the text at headings, by their words, and at other elements by id.
 * @returns the links without a target
 */
export function resolveAnchorLinks(html: Html): string[] {
  const ids = new Map<string, string>()
  for (const { properties } of elementsIn(html)) {
    if (properties.id !== undefined) ids.set(normaliseFragment(String(properties.id)), String(properties.id))
  }
  return [...elementsIn(html)].flatMap((node) => {
    const fragment = fragmentOf(node)
    if (fragment === null) return []
    const id = ids.get(fragment) ?? ids.get(headingPrefix + fragment)
    if (id === undefined) return [String(node.properties.href)]
    node.properties.href = `#${id}`
    return []
  })
}

const isBlock = (node: ElementContent) =>
  isElement(node, 'p', 'ul', 'ol', 'pre', 'table', 'blockquote', 'figure', 'div', 'details')

function labelTask(item: Element): void {
  const first = item.children.find((child) => isElement(child))
  const line = first && isElement(first, 'p') ? first : item
  const end = line.children.findIndex(isBlock)
  const labelContent = line.children.splice(0, end < 0 ? line.children.length : end)
  line.children.unshift(element('label', {}, ...labelContent))
}

const cellsOf = (row: Element): Element[] => row.children.filter((child) => isElement(child, 'th', 'td'))

/** Adds header scopes to a table, unless its author has set them. The first column names the rows. */
function addHeaderScopes(table: Element): void {
  const [head, ...rows] = [...elementsIn(table)].filter((node) => isElement(node, 'tr')).map(cellsOf)
  const [corner] = head ?? []
  if (!head || corner?.tagName !== 'th') return
  if (head.every(({ properties }) => properties.scope === undefined)) {
    for (const cell of head) cell.properties.scope = 'col'
    for (const [cell] of head.length > 1 ? rows : []) {
      if (cell) Object.assign(cell, { tagName: 'th', properties: { ...cell.properties, scope: 'row' } })
    }
  }
  if (headingText(corner) === '') {
    corner.tagName = 'td'
    delete corner.properties.scope
  }
}

export const backLinksClass = 'back-links'

/** Keeps the first of a source's links back, below its text. */
function moveBackLink(item: Element): void {
  const links: Element[] = []
  replaceElements(item, (node) => {
    if (!('dataFootnoteBackref' in node.properties)) return null
    links.push(node)
    return []
  })
  const [first] = links
  if (first) item.children.push(element('p', { className: [backLinksClass] }, first))
}

const isDisplayFormula = (node: Element) =>
  hasClass(node, 'katex') && [...elementsIn(node)].some(({ properties }) => properties.display === 'block')

/** Makes sanitised HTML accessible: wide parts scroll by keyboard, and tables, tasks, code and source numbers have names. */
export function makeAccessible(html: HtmlParent, t: Translate): void {
  let tables = 0
  replaceElements(html, (node) => {
    const { properties } = node
    if (Array.isArray(properties.className) && properties.className.length === 0) delete properties.className
    if (isElement(node, 'a') && properties.href === undefined && properties.id === undefined) return node.children
    if (isElement(node, 'p') && node.children.length === 0 && properties.id === undefined) return []
    if (isElement(node, 'a') && 'dataFootnoteRef' in properties) {
      delete properties.ariaDescribedBy
      properties.ariaLabel = t('source', { number: textOf(node) })
    }
    if (isElement(node, 'pre')) Object.assign(properties, { tabIndex: 0, role: 'group', ariaLabel: t('code') })
    if (isElement(node, 'li') && hasClass(node, 'task-list-item')) {
      if (textOf(node).trim() === '') return []
      labelTask(node)
    }
    if (isElement(node, 'section') && hasClass(node, 'footnotes')) {
      for (const item of elementsIn(node)) if (isElement(item, 'li')) moveBackLink(item)
    }
    if (isElement(node, 'table')) {
      addHeaderScopes(node)
      return [
        element('section', { className: ['wide'], tabIndex: 0, ariaLabel: t('table', { number: ++tables }) }, node),
      ]
    }
    if (isDisplayFormula(node)) {
      const box = { className: ['wide', 'equation'], role: 'group', tabIndex: 0, ariaLabel: t('equation') }
      return [element('div', box, node)]
    }
    return null
  })
}
