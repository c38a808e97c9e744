import type { Element, Root as Html } from 'hast'
import type { Heading } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { elementsIn, headingText, isElement, replaceElements, type HtmlParent } from './html-tree'
import { headingPrefix } from './schema'

const all = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Starts headings at level 2 without gaps, because the page title is the only `h1`, and removes empty ones. */
export function orderHeadings(html: Html): void {
  replaceElements(html, (node) => (isElement(node, ...all) && headingText(node) === '' ? [] : null))
  const above: number[] = []
  for (const node of elementsIn(html)) {
    if (!isElement(node, ...all)) continue
    const level = Math.max(2, all.indexOf(node.tagName) + 1)
    while ((above.at(-1) ?? 0) >= level) above.pop()
    above.push(level)
    node.tagName = `h${above.length + 1}`
  }
}

const mostWords = 3

/**
 * Shortens heading ids to their first words where unambiguous.
 * @returns new ids by old ids
 */
export function shortenIds(html: Html): Map<string, string> {
  const headings = [...elementsIn(html)].filter(({ properties: { id } }) => String(id).startsWith(headingPrefix))
  const taken = new Set(headings.map(({ properties: { id } }) => String(id)))
  const short = new Map<string, string>()
  for (const { properties } of headings) {
    const id = String(properties.id)
    const words = id.slice(headingPrefix.length).split(/-+/).slice(0, mostWords)
    const brief = headingPrefix + words.join('-')
    if (!taken.has(brief)) properties.id = brief
    taken.add(brief)
    short.set(id, String(properties.id))
  }
  return short
}

const levels = ['h2', 'h3', 'h4', 'h5', 'h6'].slice(0, limits.tocDepth)

/** Leaves out headings in quotations and lists. */
function headingsIn(node: HtmlParent): Element[] {
  return node.children.flatMap((child: Html['children'][number]) => {
    if (isElement(child, ...levels)) return [child]
    return isElement(child, 'section', 'details', 'summary', 'div') ? headingsIn(child) : []
  })
}

/** The table of contents as a tree. */
export function contentsOf(html: Html): Heading[] {
  const contents: Heading[] = []
  for (const node of headingsIn(html)) {
    const heading: Heading = { id: String(node.properties.id), text: headingText(node) }
    let list = contents
    for (let depth = levels.indexOf(node.tagName); depth > 0; depth--) {
      const above = list.at(-1)
      if (above) list = above.parts ??= []
    }
    list.push(heading)
  }
  return contents
}
