/** Parses the build's style sheets, so that the server needs no parser. */
import { parse, type AtRule, type ChildNode, type Rule } from 'postcss'
import selectorParser, { type Selector } from 'postcss-selector-parser'
import type { Needs, SheetNode } from '@/server/html/inline-css'

/** Pseudo-classes that match if one of their arguments does. */
const alternatives = new Set([':is', ':where', ':has', ':-webkit-any', ':-moz-any'])

const tagsOfPseudos: [part: RegExp, tags: string[]][] = [
  [/^::file-selector-button$/, ['input']],
  [/^::placeholder$/, ['input', 'textarea']],
  [/^::-webkit-(search|date|calendar|inner-spin|outer-spin)/, ['input']],
  [/^:-moz-ui-invalid$/, ['input', 'select', 'textarea']],
  [/^::-webkit-details-marker$/, ['summary']],
]

const needsTag = (tag: string): Needs => ({ tags: [tag], classes: [], parts: [], oneOf: [] })

/** Ids, attributes and states of a page can change, so they are ignored. */
function needsOf(selector: Selector): Needs {
  const needs: Needs = { tags: [], classes: [], parts: [], oneOf: [] }
  for (const node of selector.nodes) {
    if (node.type === 'class') needs.classes.push(node.value)
    else if (node.type === 'attribute' && node.attribute === 'class' && node.operator === '*=' && node.value)
      needs.parts.push(node.value)
    else if (node.type === 'tag') needs.tags.push(node.value.toLowerCase())
    else if (node.type === 'pseudo' && alternatives.has(node.value)) needs.oneOf.push(node.nodes.map(needsOf))
    else if (node.type === 'pseudo')
      for (const [part, tags] of tagsOfPseudos) if (part.test(node.value)) needs.oneOf.push(tags.map(needsTag))
  }
  return needs
}

const declarations = (nodes: ChildNode[]) => nodes.map(String).join(';')

function ruleOf(rule: Rule): SheetNode {
  const selectors = selectorParser()
    .astSync(rule.selector)
    .nodes.map((selector) => ({ text: String(selector).trim(), needs: needsOf(selector) }))
  if (rule.selector.startsWith('*,') && rule.nodes.every((node) => node.type === 'decl' && node.prop.startsWith('--')))
    return { selectors, defaults: rule.nodes.map((node) => [node.type === 'decl' ? node.prop : '', String(node)]) }
  return { selectors, body: declarations(rule.nodes) }
}

/** Groups that may be dropped if empty. A layer without a block sets the order of layers. */
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

/** An inlined sheet would resolve relative addresses against the page. */
const withAbsoluteUrls = (css: string, base: string) =>
  css.replaceAll(/url\((["']?)(?!data:|https?:|\/|#)([^"')]+)\1\)/g, (_, quote: string, address: string) => {
    const { pathname } = new URL(address, new URL(base, 'http://page'))
    return `url(${quote}${pathname}${quote})`
  })

export const compileSheet = (css: string, address: string): SheetNode[] =>
  parse(withAbsoluteUrls(css, address)).nodes.flatMap((node) => nodeOf(node))
