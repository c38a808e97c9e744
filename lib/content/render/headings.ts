import type { Element, Root as Html } from 'hast'
import type { Heading } from '@/lib/contract/content'
import { siteLanguage } from '@/lib/contract/format'
import { limits } from '@/lib/site'
import { elementsIn, headingText, isElement, replaceElements, type HtmlParent } from './tree'
import { headingPrefix } from './markdown'

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

const maxIdWords = 3

/**
 * Shortens heading ids to their first words where unambiguous.
 * @returns new ids by old ids
 */
function shortenIds(html: Html): Map<string, string> {
  const headings = [...elementsIn(html)].filter(({ properties: { id } }) => String(id).startsWith(headingPrefix))
  const usedIds = new Set(headings.map(({ properties: { id } }) => String(id)))
  const newIds = new Map<string, string>()
  for (const { properties } of headings) {
    const id = String(properties.id)
    const words = id.slice(headingPrefix.length).split(/-+/).slice(0, maxIdWords)
    const shortId = headingPrefix + words.join('-')
    if (!usedIds.has(shortId)) properties.id = shortId
    usedIds.add(shortId)
    newIds.set(id, String(properties.id))
  }
  return newIds
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
    const isOurs = node.properties.lang === siteLanguage.lang
    const heading: Heading = { id: String(node.properties.id), text: headingText(node), ...(isOurs && { isOurs }) }
    let list = contents
    for (let depth = levels.indexOf(node.tagName); depth > 0; depth--) {
      const above = list.at(-1)
      if (above) list = above.parts ??= []
    }
    list.push(heading)
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

/** Marks the elements whose ids are linked to, because the sanitiser removes ids. */
export function markAnchors(html: Html): void {
  const linkedFragments = new Set([...elementsIn(html)].flatMap((node) => fragmentOf(node) ?? []))
  for (const node of elementsIn(html)) {
    const { id, name } = node.properties
    delete node.properties.dataAnchor
    const anchor = [id, name].find(
      (value) => typeof value === 'string' && linkedFragments.has(normaliseFragment(value)),
    )
    if (anchor !== undefined) node.properties.dataAnchor = String(anchor)
  }
}

/**
 * Points internal links at headings, by text or id, and at other elements by id.
 * @returns the links without a target
 */
export function resolveAnchorLinks(html: Html): string[] {
  const ids = new Map<string, string>()
  const addId = (key: string, id: string) => ids.has(normaliseFragment(key)) || ids.set(normaliseFragment(key), id)
  for (const [oldId, id] of shortenIds(html)) {
    addId(oldId, id)
    addId(oldId.slice(headingPrefix.length), id)
  }
  for (const { properties } of elementsIn(html))
    if (properties.id !== undefined) addId(String(properties.id), String(properties.id))
  for (const node of elementsIn(html)) {
    const { dataAnchor } = node.properties
    delete node.properties.dataAnchor
    if (typeof dataAnchor !== 'string' || ids.has(normaliseFragment(dataAnchor))) continue
    if (node.tagName === 'a' && node.properties.href === undefined) node.tagName = 'span'
    node.properties.id ??= `${headingPrefix}${dataAnchor}`
    addId(dataAnchor, String(node.properties.id))
  }
  const brokenLinks: string[] = []
  for (const node of elementsIn(html)) {
    const fragment = fragmentOf(node)
    if (fragment === null) continue
    const id = ids.get(fragment)
    if (id === undefined) brokenLinks.push(String(node.properties.href))
    else node.properties.href = `#${id}`
  }
  return brokenLinks
}
