/** Reads the build's style sheets, when it is built, into what the site's server can cut down without a parser. */
import { parse, type AtRule, type ChildNode, type Rule } from 'postcss'
import selectorParser, { type Selector } from 'postcss-selector-parser'
import type { Needs, SheetNode } from './style-sheets'

/** Pseudo-classes that match where any one of their arguments does. */
const alternatives = new Set([':is', ':where', ':has', ':-webkit-any', ':-moz-any'])

/** Elements that alone have such a part: the look of a date's digits is of no use to a page without a field. */
const owners: [part: RegExp, tags: string[]][] = [
  [/^::file-selector-button$/, ['input']],
  [/^::placeholder$/, ['input', 'textarea']],
  [/^::-webkit-(search|date|calendar|inner-spin|outer-spin)/, ['input']],
  [/^:-moz-ui-invalid$/, ['input', 'select', 'textarea']],
  [/^::-webkit-details-marker$/, ['summary']],
]

const ofTag = (tag: string): Needs => ({ tags: [tag], classes: [], parts: [], oneOf: [] })

/**
 * What there must be in a page for a selector to match, now or in another state of it: states, ids and attributes are
 * taken for granted, since scripts and people change them; tags and classes stay, and so do parts of a class's name.
 */
function needsOf(selector: Selector): Needs {
  const needs: Needs = { tags: [], classes: [], parts: [], oneOf: [] }
  for (const node of selector.nodes) {
    if (node.type === 'class') needs.classes.push(node.value)
    else if (node.type === 'attribute' && node.attribute === 'class' && node.operator === '*=' && node.value)
      needs.parts.push(node.value)
    else if (node.type === 'tag') needs.tags.push(node.value.toLowerCase())
    else if (node.type === 'pseudo' && alternatives.has(node.value)) needs.oneOf.push(node.nodes.map(needsOf))
    else if (node.type === 'pseudo')
      for (const [part, tags] of owners) if (part.test(node.value)) needs.oneOf.push(tags.map(ofTag))
  }
  return needs
}

const declarations = (nodes: ChildNode[]) => nodes.map(String).join(';')

function ruleOf(rule: Rule): SheetNode {
  const selectors = selectorParser()
    .astSync(rule.selector)
    .nodes.map((selector) => ({ text: String(selector).trim(), needs: needsOf(selector) }))
  // What a property is before anything says it: for every element, so it is there for those alone that are spoken of.
  if (rule.selector.startsWith('*,') && rule.nodes.every((node) => node.type === 'decl' && node.prop.startsWith('--')))
    return { selectors, defaults: rule.nodes.map((node) => [node.type === 'decl' ? node.prop : '', String(node)]) }
  return { selectors, body: declarations(rule.nodes) }
}

/** Groups that may go once they are empty; a layer that is only named says which layer comes first. */
const groups = new Set(['media', 'supports', 'container', 'layer', 'starting-style'])

function nodeOf(node: ChildNode): SheetNode[] {
  if (node.type === 'comment') return []
  if (node.type === 'rule') return [ruleOf(node)]
  if (node.type !== 'atrule') return [{ text: String(node) }]
  const { name, params, nodes } = node as AtRule
  if (name === 'property') return [{ property: params, text: String(node) }]
  if (!nodes || !groups.has(name)) return [{ text: nodes ? String(node) : `${String(node)};` }]
  return [{ head: `@${name} ${params}`.trim(), nodes: nodes.flatMap(nodeOf) }]
}

/** Addresses in a sheet are relative to it, and in a page they would be to the page. */
const absolute = (css: string, base: string) =>
  css.replaceAll(/url\((["']?)(?!data:|https?:|\/|#)([^"')]+)\1\)/g, (_, quote: string, address: string) => {
    const { pathname } = new URL(address, new URL(base, 'http://page'))
    return `url(${quote}${pathname}${quote})`
  })

/**
 * @param css a whole style sheet without nesting
 * @param address where it is served
 */
export const compileSheet = (css: string, address: string): SheetNode[] =>
  parse(absolute(css, address)).nodes.flatMap((node) => nodeOf(node))
