import type { Element, Root as Html } from 'hast'
import { shortenIds } from './headings'
import { elementsIn } from './html-tree'
import { headingPrefix } from './schema'

/** Browsers escape non-ASCII characters, and authors write any letter case. */
function keyOf(fragment: string): string {
  try {
    return decodeURIComponent(fragment).normalize('NFC').toLowerCase()
  } catch {
    return fragment
  }
}

const fragmentOf = ({ tagName, properties: { href } }: Element): string | null =>
  tagName === 'a' && typeof href === 'string' && /^#./.test(href) ? keyOf(href.slice(1)) : null

/** Marks the elements whose ids are linked to, because the sanitiser removes ids. */
export function takeAnchors(html: Html): void {
  const wanted = new Set([...elementsIn(html)].flatMap((node) => fragmentOf(node) ?? []))
  for (const node of elementsIn(html)) {
    const { id, name } = node.properties
    delete node.properties.dataAnchor
    const anchor = [id, name].find((value) => typeof value === 'string' && wanted.has(keyOf(value)))
    if (anchor !== undefined) node.properties.dataAnchor = String(anchor)
  }
}

/**
 * Points internal links at headings, by text or id, and at other elements by id.
 * @returns the links without a target
 */
export function linkAnchors(html: Html): string[] {
  const ids = new Map<string, string>()
  const add = (key: string, id: string) => ids.has(keyOf(key)) || ids.set(keyOf(key), id)
  for (const [before, id] of shortenIds(html)) {
    add(before, id)
    add(before.slice(headingPrefix.length), id)
  }
  for (const { properties } of elementsIn(html))
    if (properties.id !== undefined) add(String(properties.id), String(properties.id))
  for (const node of elementsIn(html)) {
    const { dataAnchor } = node.properties
    delete node.properties.dataAnchor
    if (typeof dataAnchor !== 'string' || ids.has(keyOf(dataAnchor))) continue
    if (node.tagName === 'a' && node.properties.href === undefined) node.tagName = 'span'
    node.properties.id ??= `${headingPrefix}${dataAnchor}`
    add(dataAnchor, String(node.properties.id))
  }
  const lost: string[] = []
  for (const node of elementsIn(html)) {
    const fragment = fragmentOf(node)
    if (fragment === null) continue
    const id = ids.get(fragment)
    if (id === undefined) lost.push(String(node.properties.href))
    else node.properties.href = `#${id}`
  }
  return lost
}
