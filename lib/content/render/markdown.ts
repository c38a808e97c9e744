/** Markdown and HTML as trees: parsing, walking, and what the sanitiser allows. */
import type { Element, ElementContent, Properties, Root as Html, RootContent as HtmlContent } from 'hast'
import type { Nodes, Parent, Parents, PhrasingContent, Root, RootContent } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkMath from 'remark-math'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { type Options, defaultSchema } from 'rehype-sanitize'

/** A single tilde is “about”, as in “5~10 minutes”. */
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false })

/** A single dollar sign is money. */
const mathParser = parser().use(remarkMath, { singleDollarTextMath: false })

/** @throws {Error} for markup that would not be shown, with its line */
export function parseMarkdown(text: string): Root {
  const tree = mathParser.parse(text)
  refuseMarkup(tree)
  return tree
}

/** @throws {Error} if it is more than one line */
export function parseLine(text: string): PhrasingContent[] {
  const [only, ...more] = parseMarkdown(text).children
  if (!only) return []
  if (only.type !== 'paragraph' || more.length > 0) throw new Error(`expected one line of text, found “${text}”`)
  return only.children
}

export const serializer = unified().use(rehypeStringify)

/** An element without a Markdown node. Its content is sanitised. */
export interface Wrap extends Parent {
  type: 'wrap'
  children: (RootContent | PhrasingContent)[]
  data: { hName: string; hProperties: Properties }
  /** Its text becomes the figure's number. */
  isFigureNumber?: boolean
}

/** A drawing made from checked values and inserted after sanitising. */
export interface Inserted extends Parent {
  type: 'inserted'
  children: []
  element: Element
  data?: { hName: string; hProperties: Properties }
}

declare module 'mdast' {
  interface RootContentMap {
    wrap: Wrap
    inserted: Inserted
  }
  interface BlockContentMap {
    wrap: Wrap
    inserted: Inserted
  }
  interface PhrasingContentMap {
    wrap: Wrap
    inserted: Inserted
  }
}

export const wrap = (hName: string, children: Wrap['children'], hProperties: Properties = {}): Wrap => ({
  type: 'wrap',
  children,
  data: { hName, hProperties },
})
export const inserted = (element: Element): Inserted => ({ type: 'inserted', children: [], element })

const comments = /<!--[\s\S]*?-->/g
const tags = /<(?:[!?]|\/?([a-z][^\s/>]*)[^>]*>?)/gi

/** Refuses elements that would not be shown, and placeholders such as `<first name>`. */
function refuseMarkup(tree: Root): void {
  for (const node of nodesIn(tree)) {
    if (node.type !== 'html') continue
    const text = node.value.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
    const found = [...text.matchAll(tags)].find(([, name = '']) => !authorTags.has(name.toLowerCase()))
    if (!found) continue
    const line = (node.position?.start.line ?? 1) + text.slice(0, found.index).split('\n').length - 1
    const words = found[0].split('\n', 1)[0]?.slice(0, 60)
    throw new Error(
      `line ${line}: “${words}” is not shown by Markdown. Put it in backticks, or write a backslash before it.`,
    )
  }
}

export type HtmlParent = Html | Element

export function element(tagName: string, properties: Properties, ...children: (ElementContent | string)[]): Element {
  const content = children.map((child) =>
    typeof child === 'string' ? ({ type: 'text', value: child } as const) : child,
  )
  return { type: 'element', tagName, properties, children: content }
}

export const isElement = (node: HtmlContent | undefined, ...names: string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes(node.tagName))

export const hasClass = ({ properties }: Element, name: string): boolean =>
  Array.isArray(properties.className) && properties.className.includes(name)

export function textOf(node: Html | HtmlContent, isExcluded?: (node: HtmlContent) => boolean): string {
  if (node.type === 'text') return node.value
  if (!('children' in node)) return ''
  return node.children.map((child) => (isExcluded?.(child) ? '' : textOf(child, isExcluded))).join('')
}

/** Leaves out source numbers. */
export const headingText = (node: Element): string => textOf(node, (child) => isElement(child, 'sup')).trim()

/** All elements below a node, in document order. */
export function* elementsIn(node: HtmlParent): Generator<Element> {
  for (const child of node.children) {
    if (!isElement(child)) continue
    yield child
    yield* elementsIn(child)
  }
}

/** Replaces elements, innermost first; null keeps an element. */
export function replaceElements(node: HtmlParent, replace: (element: Element) => ElementContent[] | null): void {
  node.children = (node.children as ElementContent[]).flatMap((child) => {
    if (!isElement(child)) return [child]
    replaceElements(child, replace)
    return replace(child) ?? [child]
  })
}

export const isParent = (node: Nodes): node is Nodes & Parents => 'children' in node

/** Turns the end of `## Heading {#id}` into the heading's id. */
export function takeHeadingId(node: Nodes): void {
  const last = node.type === 'heading' ? node.children.at(-1) : undefined
  const [, words, id] = (last?.type === 'text' && /^(.*?)\s*\{#([^\s{}]+)\}$/s.exec(last.value)) || []
  if (last?.type !== 'text' || words === undefined || id === undefined) return
  last.value = words
  node.data = { ...node.data, hProperties: { id } }
}

/** All nodes below a node, in document order. */
export function* nodesIn(node: Nodes): Generator<Nodes> {
  if (!isParent(node)) return
  for (const child of node.children) {
    yield child
    yield* nodesIn(child)
  }
}

/** Replaces nodes, innermost first; null keeps a node. */
export function replaceNodes(node: Nodes, replace: (node: Nodes, parent: Parents) => Nodes[] | null): void {
  if (!isParent(node)) return
  const children = node.children.flatMap((child: Nodes): Nodes[] => {
    replaceNodes(child, replace)
    return replace(child, node) ?? [child]
  })
  Object.assign(node, { children })
}

const tone = ['className', /^tone-[a-z]+(-ground)?$/] as const

/** Elements that a text may contain. */
const tagNames = [
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre section strong sup',
  'abbr aside bdi bdo caption cite dd details dfn div dl dt figcaption figure i ins kbd mark q rp rt ruby s samp small',
  'span sub summary table tbody td tfoot th thead time tr u ul var wbr',
].flatMap((names) => names.split(' '))

/** Elements that authors may write: a tick box needs a label. */
const authorTags = new Set(tagNames.filter((name) => name !== 'input'))

export const notePrefix = 'source-'
export const headingPrefix = 'on-'

/**
 * Allowed elements and attributes; pictures, drawings, formulas and highlighted code are added later.
 * Ids get a prefix where they are created, because the sanitiser's own prefix would break footnote links.
 */
export const schema: Options = {
  ...defaultSchema,
  clobber: [],
  protocols: { href: ['http', 'https', 'mailto'] },
  tagNames,
  attributes: {
    '*': [
      ['id', new RegExp(`^(${notePrefix}|${headingPrefix})`), 'footnote-label'],
      ['dir', 'auto', 'ltr', 'rtl'],
      ['lang', /^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*$/],
      [...tone],
    ],
    abbr: ['title'],
    a: [
      'href',
      'title',
      'ariaLabel',
      'ariaDescribedBy',
      'dataFootnoteRef',
      'dataFootnoteBackref',
      ['className', 'data-footnote-backref'],
    ],
    aside: [['className', 'callout', tone[1]]],
    code: [['className', /^language-[\w+#./-]+$/, 'math-inline', 'math-display']],
    div: [['className', 'columns', 'column', 'indented', tone[1]]],
    figure: [['className', 'drawn', 'listing']],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    li: [['className', 'task-list-item', tone[1]]],
    ol: ['start', ['type', 'a', 'A', 'i', 'I', '1'], ['className', 'contains-task-list']],
    p: [['className', 'bookmark', tone[1]]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: ['dataInserted', ['className', 'icon', 'bookmark', tone[1]], ['ariaHidden', 'true']],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row']],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
  },
}

/** Page copy may choose its own ids. */
export const pageSchema: Options = {
  ...schema,
  attributes: { ...schema.attributes, '*': ['id', ...(schema.attributes?.['*'] ?? [])] },
}
