import { randomUUID } from 'node:crypto'
import type { Element, ElementContent, Root as Html, RootContent } from 'hast'
import type { BlockContent, DefinitionContent, Nodes, Root } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { defaultLocale, isolate, type Locale } from '@/lib/locales'
import { translatorOf } from '@/lib/i18n/messages'
import { getSource, hasSource } from '@/lib/content/pages/evidence'
import { report } from '@/lib/content/content-files'
import type { SourceBody } from '@/lib/content/record'
import { displayAddress, evidenceSummary } from '@/lib/contract/format'
import { contentsOf, keepLinkedIds, makeAccessible, orderHeadings, resolveAnchorLinks } from './accessible-html'
import { replaceFigures } from './figure'
import {
  elementsIn,
  hasClass,
  headingPrefix,
  isElement,
  nodesIn,
  notePrefix,
  parseMarkdown,
  replaceElements,
  replaceNodes,
  schema,
  takeHeadingId,
  textOf,
} from './markdown'
import { replacePictures } from './pictures'

type Translate = Awaited<ReturnType<typeof translatorOf<'rendered'>>>

const toHtml = (t: Translate) =>
  unified().use(remarkRehype, {
    allowDangerousHtml: true,
    clobberPrefix: notePrefix,
    footnoteLabel: t('sources'),
    footnoteLabelProperties: {},
    footnoteBackLabel: (index) => t('backToSource', { number: index + 1 }),
  })

const sanitise = unified()
  .use(rehypeSanitize, schema)
  .use(() => orderHeadings)
  .use(rehypeSlug, { prefix: headingPrefix })

/** Parses raw HTML as a browser would, before sanitising. */
async function parseRawHtml(tree: Root, t: Translate): Promise<Html> {
  const html = toHtml(t).runSync(tree)
  if (![...nodesIn(tree)].some(({ type }) => type === 'html')) return html
  const { default: rehypeRaw } = await import('rehype-raw')
  return unified().use(rehypeRaw).runSync(html)
}

/**
 * Numbers the figures, and inserts placeholders that pass the sanitiser.
 * @param token random per text, so that authors cannot forge a placeholder
 */
function prepare(tree: Root, token: string, t: Translate): Map<string, Element> {
  const elements = new Map<string, Element>()
  let figures = 0
  for (const node of nodesIn(tree)) {
    if (node.type === 'wrap' && node.isFigureNumber)
      node.children = [{ type: 'text', value: t('figure', { number: ++figures }) }]
    if (node.type === 'inserted') {
      const id = `${token}-${elements.size}`
      node.data = { hName: 'span', hProperties: { dataInserted: id } }
      elements.set(id, node.element)
    }
  }
  return elements
}

function insertElements(html: Html, elements: ReadonlyMap<string, Element>): void {
  replaceElements(html, ({ properties: { dataInserted } }) => {
    const element = elements.get(String(dataInserted))
    return element ? [element] : null
  })
}

/** Rendered with the text, to share the numbering of sources. */
function takeAnswer(html: Html): ElementContent[] {
  const [first, ...rest] = html.children
  if (!isElement(first, 'p')) throw new Error('The answer must be one paragraph.')
  html.children = rest
  return first.children
}

const isNote = (node: RootContent) =>
  isElement(node, 'sup') || (isElement(node, 'section') && hasClass(node, 'footnotes'))

async function renderToHtml(
  tree: Root,
  hasAnswer: boolean,
  { file, locale = defaultLocale }: Place,
): Promise<SourceBody> {
  const t = await translatorOf(locale, 'rendered')
  const elements = prepare(tree, randomUUID(), t)
  const raw = await parseRawHtml(tree, t)
  keepLinkedIds(raw)
  const safe = sanitise.runSync(raw)
  const unresolved = resolveAnchorLinks(safe)
  if (file && unresolved.length > 0) report('links to missing sections', { file, links: unresolved })
  const text = textOf(safe, isNote).replaceAll(/\s+/g, ' ').trim()
  const contents = contentsOf(safe)
  const html = await typeset(safe)
  makeAccessible(html, t)
  insertElements(html, elements)
  const answer = hasAnswer ? takeAnswer(html) : null
  return { tree: html, contents, text, minutes: minutesToRead(text), answer }
}

/** Notes with unknown ids stay as written, and are logged. If `hasAnswer`, the first paragraph is the answer. */
export async function renderTree(tree: Root, hasAnswer = false, locale: Locale = defaultLocale): Promise<SourceBody> {
  const unknown = addFootnotes(tree, locale)
  if (unknown.length > 0) report('unknown note left as written', { unknown: unknown.map(({ id }) => id) })
  return renderToHtml(tree, hasAnswer, { locale })
}

/** Keeps the line numbers of the file; the answer is above the text. */
function parse(body: string, answer: string | null, line: number): Root {
  if (answer === null) return parseMarkdown('\n'.repeat(line - 1) + body)
  const lines = answer.split('\n').length
  return parseMarkdown(answer + '\n'.repeat(Math.max(2, line - lines)) + body)
}

/** The file of a text, the text's first line in it, and its language. */
type Place = { file?: string; line?: number; locale?: Locale }

/** @throws {Error} for markup that is not shown, unknown notes, invalid figures and unreadable pictures */
export async function renderMarkdown(
  body: string,
  answer: string | null = null,
  { file, line = 1, locale = defaultLocale }: Place = {},
): Promise<SourceBody> {
  if (answer?.trim().includes('\n\n')) throw new Error('The answer must be one paragraph.')
  const tree = parse(body, answer?.trim() ?? null, line)
  for (const node of nodesIn(tree)) takeHeadingId(node)
  replaceFigures(tree)
  await replacePictures(tree)
  const [unknown] = addFootnotes(tree, locale)
  if (unknown) {
    throw new Error(`line ${unknown.line}: The note "${unknown.id}" is neither defined nor in content/evidence.json.`)
  }
  return renderToHtml(tree, answer !== null, { file, locale })
}

const notePattern = /\[\^([\w-]+)\]/g

function citation(id: string, locale: Locale): (BlockContent | DefinitionContent)[] {
  const { citation: words, address, ...rest } = getSource(id, locale)
  const { children } = parseMarkdown(
    `${isolate(words, locale)} [${isolate(displayAddress(address), locale)}](<${address}>) ${evidenceSummary(rest)}`,
  )
  return children.filter((node) => node.type === 'paragraph')
}

function splitAtNotes(value: string, isKnown: (id: string) => boolean): Nodes[] | null {
  const nodes: Nodes[] = []
  let end = 0
  for (const { 0: match, 1: id = '', index } of value.matchAll(notePattern)) {
    if (!isKnown(id)) continue
    if (index > end) nodes.push({ type: 'text', value: value.slice(end, index) })
    nodes.push({ type: 'footnoteReference', identifier: id.toLowerCase(), label: id })
    end = index + match.length
  }
  if (nodes.length === 0) return null
  if (end < value.length) nodes.push({ type: 'text', value: value.slice(end) })
  return nodes
}

/**
 * Turns each `[^id]` into a footnote. Ids from content/evidence.json are defined by their citation.
 * @returns unknown ids, which stay as written, with their lines
 */
function addFootnotes(tree: Root, locale: Locale): { id: string; line?: number }[] {
  const defined = new Set(
    [...nodesIn(tree)].flatMap((node) => (node.type === 'footnoteDefinition' ? node.identifier : [])),
  )
  const unknown: { id: string; line?: number }[] = []
  const used = new Set<string>()
  replaceNodes(tree, (node, parent) => {
    if (node.type !== 'text' || parent.type === 'link') return null
    return splitAtNotes(node.value, (id) => {
      if (defined.has(id.toLowerCase())) return true
      if (hasSource(id)) used.add(id)
      else unknown.push({ id, line: node.position?.start.line })
      return used.has(id)
    })
  })
  for (const id of used) {
    tree.children.push({ type: 'footnoteDefinition', identifier: id, label: id, children: citation(id, locale) })
  }
  return unknown
}

/** At 200 words a minute; at least one minute. */
export function minutesToRead(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return Math.max(1, Math.round(words.length / 200))
}

const isFormula = (code: Element) =>
  ['math-inline', 'math-display', 'language-math'].some((name) => hasClass(code, name))

/** MathML needs no fonts or styles. The default `trust` keeps links and files out. */
const formulaOptions = { output: 'mathml', strict: 'ignore', maxSize: 20 } as const

/** Typesets formulas and highlights code. The libraries load on first use. */
async function typeset(html: Html): Promise<Html> {
  const codes = [...elementsIn(html)].filter(
    ({ tagName, properties }) => tagName === 'code' && Array.isArray(properties.className),
  )
  let result = html
  if (codes.some(isFormula)) {
    const { default: rehypeKatex } = await import('rehype-katex')
    result = unified().use(rehypeKatex, formulaOptions).runSync(result) as Html
  }
  if (codes.every(isFormula)) return result
  const { default: rehypeHighlight } = await import('rehype-highlight')
  return unified().use(rehypeHighlight).runSync(result) as Html
}
