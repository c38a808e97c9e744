/** Style sheets of the build, cut down to what a page can use, so that they are small enough to stand in it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss'
import selectorParser, { type Selector } from 'postcss-selector-parser'

/** What there is in a page for a selector to find. */
export type Vocabulary = { tags: ReadonlySet<string>; classes: ReadonlySet<string> }

/** Set on the root by the script of the head, whatever the page. */
const rootClasses = new Set(['dark'])

/** Pseudo-classes that match where any one of their arguments does. */
const alternatives = new Set([':is', ':where', ':has', ':-webkit-any', ':-moz-any'])

/**
 * Whether something in the page may come to match, now or in another state of it: states, ids and attributes are
 * taken for granted, since scripts and people change them; tags and classes stay.
 */
function mayMatch(selector: Selector, { tags, classes }: Vocabulary): boolean {
  return selector.nodes.every((node) => {
    if (node.type === 'class') return classes.has(node.value) || rootClasses.has(node.value)
    if (node.type === 'tag') return tags.has(node.value.toLowerCase())
    if (node.type === 'pseudo' && alternatives.has(node.value))
      return node.nodes.some((inner) => mayMatch(inner, { tags, classes }))
    return true
  })
}

type Sheet = { root: Root; selectors: Map<Rule, { text: string; selector: Selector }[]> }

function read(css: string): Sheet {
  const root = parse(css)
  const selectors: Sheet['selectors'] = new Map()
  root.walkRules((rule) => {
    if (isKeyframes(rule.parent)) return
    selectors.set(
      rule,
      selectorParser()
        .astSync(rule.selector)
        .nodes.map((selector) => ({ text: String(selector).trim(), selector })),
    )
  })
  return { root, selectors }
}

const isKeyframes = (node: Container | undefined | ChildNode['parent']) =>
  node?.type === 'atrule' && (node as AtRule).name.endsWith('keyframes')

/** Groups that may go once they are empty; a layer that is only named says which layer comes first. */
const groups = new Set(['media', 'supports', 'container', 'layer', 'starting-style'])

/** Registered properties, and defaults of them for old browsers, that no rule speaks of any more. */
function dropUnspoken(root: Root): void {
  const spoken = new Set<string>()
  const hear = (text: string) => {
    for (const [name] of text.matchAll(/--[\w-]+/g)) spoken.add(name)
  }
  root.walkDecls((declaration) => {
    const isDefault = declaration.parent?.type === 'rule' && isUniversal(declaration.parent as Rule)
    if (isDefault) return
    hear(declaration.prop)
    hear(declaration.value)
  })
  root.walkAtRules('property', (rule) => {
    if (!spoken.has(rule.params)) rule.remove()
  })
  root.walkRules((rule) => {
    if (!isUniversal(rule)) return
    rule.each((node) => {
      if (node.type === 'decl' && node.prop.startsWith('--') && !spoken.has(node.prop)) node.remove()
    })
  })
}

const isUniversal = (rule: Rule) => rule.selector.startsWith('*,')

/**
 * A reader of style sheets.
 * @param css the whole sheet
 * @returns makes of it what a page with this vocabulary can use
 */
export function styleSheet(css: string): (page: Vocabulary) => string {
  const { root, selectors } = read(css)
  return function usedBy(page) {
    const kept = root.clone()
    const rules: Rule[] = []
    kept.walkRules((rule) => {
      rules.push(rule)
    })
    let at = 0
    root.walkRules((original) => {
      const copy = rules[at++]
      const parsed = selectors.get(original)
      if (!copy || !parsed) return
      const used = parsed.filter(({ selector }) => mayMatch(selector, page))
      if (used.length === 0) copy.remove()
      else if (used.length < parsed.length) copy.selector = used.map(({ text }) => text).join(',')
    })
    dropUnspoken(kept)
    dropEmpty(kept)
    return kept.toString()
  }
}

function dropEmpty(container: Container): void {
  container.each((node) => {
    if (!('nodes' in node) || !node.nodes) return
    dropEmpty(node as Container)
    const isEmpty = node.nodes.length === 0
    if (isEmpty && (node.type === 'rule' || (node.type === 'atrule' && groups.has((node as AtRule).name))))
      node.remove()
  })
}

/** Addresses in a sheet are relative to it, and in a page they would be to the page. */
const absolute = (css: string, base: string) =>
  css.replaceAll(/url\((["']?)(?!data:|https?:|\/|#)([^"')]+)\1\)/g, (_, quote: string, address: string) => {
    const { pathname } = new URL(address, new URL(base, 'http://page'))
    return `url(${quote}${pathname}${quote})`
  })

/**
 * The build's style sheets by their addresses, each read when it is first asked for.
 * @param folder what is served at `/_next/static/`
 * @returns null for an address that is not one of them
 */
export function styleSheets(folder: string): (address: string) => ((page: Vocabulary) => string) | null {
  const known = new Map<string, ((page: Vocabulary) => string) | null>()
  return function sheet(address) {
    const cached = known.get(address)
    if (cached !== undefined) return cached
    const [, name] = /^\/_next\/static\/((?:chunks|css)\/[\w.~-]+\.css)$/.exec(address) ?? []
    if (name === undefined) return null
    let made = null
    try {
      made = styleSheet(absolute(readFileSync(join(folder, name), 'utf8'), address))
    } catch {
      // A page of another build: it names a file that is served from elsewhere, and keeps its link.
    }
    known.set(address, made)
    return made
  }
}
