import type { Element, ElementContent, Root as Html } from 'hast'
import { defaultHosts, paths } from '@/lib/site'
import { textOf } from '@/lib/content/render/html-tree'
import { builtOrigin } from '@/lib/content/origin'

const isNumber = (node: Html['children'][number]): node is Element => node.type === 'element' && node.tagName === 'sup'

/**
 * Links to the prices follow who is signed in; a link that leaves the page can be printed with its address;
 * of two numbers beside each other the second is marked, so that they stand apart.
 */
export function dress(node: Html | ElementContent): void {
  if (node.type === 'element' && node.tagName === 'a') {
    const href = String(node.properties.href ?? '')
    if (href === paths.pricing) node.properties.dataPricingLink = ''
    if (/^(\/|https:)/.test(href)) {
      const { host, pathname, search } = new URL(href, builtOrigin() ?? `https://${defaultHosts.main}`)
      node.properties.dataAddress = `${host}${pathname}${search}`
    }
  }
  if (!('children' in node)) return
  for (const [index, child] of node.children.entries()) {
    const before = node.children[index - 1]
    if (isNumber(child) && before && isNumber(before)) child.properties.dataBeside = ''
    if (child.type !== 'doctype') dress(child)
  }
}

/** The words without the numbers of sources. */
export function wordsOf(node: Html | Html['children'][number]): string {
  if (!('children' in node)) return textOf(node)
  return node.children.map((child) => (isNumber(child) ? '' : wordsOf(child))).join('')
}
