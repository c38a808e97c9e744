import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkMath from 'remark-math'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import type { Html, Nodes, Parent, PhrasingContent, Root, RootContent } from 'mdast'
import type { Element, Properties } from 'hast'
import { nodesIn } from './tree'
import { type Options, defaultSchema } from 'rehype-sanitize'

/** A single tilde is “about”, as in “5~10 minutes”. */
const parser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false })

/** A single dollar sign is money. */
const mathParser = parser().use(remarkMath, { singleDollarTextMath: false })

/**
 * Parses Markdown with tables, task lists and formulas.
 * @param hasPlaceholders whether `{{name}}` is filled in later
 * @throws {Error} for markup that would not be shown, with its line
 */
export function parseMarkdown(text: string, hasPlaceholders = false): Root {
  const tree = mathParser.parse(text)
  refuseMarkup(tree, text, hasPlaceholders)
  return tree
}

/**
 * Parses one line of Markdown, such as a caption.
 * @throws {Error} if it is more than one line
 */
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

const withoutEnd = new Set('br hr input wbr'.split(' '))
const optionalEnd = new Set('li p td th tr dt dd thead tbody tfoot rp rt'.split(' '))
/** Other attributes without a value are words, as in `<time of day>`. */
const flags = new Set('open checked disabled reversed'.split(' '))

const comments = /<!--[\s\S]*?-->/g
const tags = /<(?:[!?]|(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>?)/gi
const template = /\{\{|\{%|^:{3}/m

type Problem = { line: number; words: string }

class Tags {
  readonly #open: { name: string; problem: Problem }[] = []

  /** The first tag of a node that would not be shown. */
  read({ value, position }: Html): Problem | null {
    const text = value.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
    for (const { 0: words, 1: slash, 2: tag, 3: attributes = '', index } of text.matchAll(tags)) {
      const line = (position?.start.line ?? 1) + text.slice(0, index).split('\n').length - 1
      const problem = { line, words }
      const name = tag?.toLowerCase() ?? ''
      const bare = attributes.replace(/[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)/g, '').match(/[^\s/]+/g) ?? []
      if (!tagNames.includes(name) || bare.some((word) => !flags.has(word.toLowerCase()))) return problem
      if (withoutEnd.has(name) || optionalEnd.has(name)) continue
      if (!slash) this.#open.push({ name, problem })
      else if (this.#open.pop()?.name !== name) return problem
    }
    return null
  }

  get unclosed(): Problem | null {
    return this.#open.at(-1)?.problem ?? null
  }
}

function isUnclosedFormula(node: Nodes, source: string): boolean {
  if (node.type !== 'math') return false
  const written = source.slice(node.position?.start.offset, node.position?.end.offset)
  return Boolean(node.meta) || !written.trimEnd().endsWith('$$')
}

function findProblem(tree: Root, source: string, hasPlaceholders: boolean): Problem | null {
  const html = new Tags()
  for (const node of nodesIn(tree)) {
    const line = node.position?.start.line ?? 1
    const problem = node.type === 'html' ? html.read(node) : null
    if (problem) return problem
    if (!hasPlaceholders && node.type === 'text' && template.test(node.value)) return { line, words: node.value }
    if (isUnclosedFormula(node, source)) return { line, words: '$$' }
  }
  return html.unclosed
}

/**
 * Refuses what Markdown would not show as its author meant: unknown or unclosed elements, templates and formulas.
 * @throws {Error} naming the line and the markup
 */
export function refuseMarkup(tree: Root, source: string, hasPlaceholders: boolean): void {
  const found = findProblem(tree, source, hasPlaceholders)
  if (!found) return
  const words = found.words.trim().split('\n', 1)[0]?.slice(0, 60)
  throw new Error(
    `line ${found.line}: “${words}” is not shown by Markdown. Put it in backticks, or write a backslash before it.`,
  )
}

const tone = ['className', /^tone-[a-z]+(-ground)?$/] as const

/** Elements that authors may write. */
export const tagNames = [
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre section strong sup',
  'abbr aside bdi bdo caption cite dd details dfn div dl dt figcaption figure i ins kbd mark q rp rt ruby s samp small',
  'span sub summary table tbody td tfoot th thead time tr u ul var wbr',
].flatMap((names) => names.split(' '))

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
      ['id', new RegExp(`^${notePrefix}`), 'footnote-label'],
      'dataAnchor',
      ['dir', 'auto', 'ltr', 'rtl'],
      ['lang', /^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8})*$/],
      [...tone],
    ],
    abbr: ['title'],
    b: ['dataFigureNumber'],
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
