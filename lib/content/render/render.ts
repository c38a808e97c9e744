import { randomUUID } from 'node:crypto'
import type { Element, Root as Html, RootContent } from 'hast'
import type { Root } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { report } from '@/lib/content/report'
import type { Heading } from '@/lib/contract/content'
import { withFigures } from './figure'
import { contentsOf, orderHeadings, shortenIds } from './headings'
import { elementsIn, hasClass, isElement, replaceElements, textOf } from './html-tree'
import { postParser, serializer } from './markdown'
import { footnoteBackLabel, withNotes } from './notes'
import { withPictures } from './pictures'
import { typeset } from './code'
import { makeAccessible } from './accessible-html'
import { headingPrefix, notePrefix, schema, wordless } from './schema'
import { nodesIn, replaceNodes } from './text-tree'

type Rendered = {
  html: string
  contents: Heading[]
  /** Without sources and their numbers. */
  text: string
  words: number
  /** The sanitised inside of the answer's paragraph, or null. */
  answer: string | null
}

const toHtml = unified().use(remarkRehype, {
  allowDangerousHtml: true,
  clobberPrefix: notePrefix,
  footnoteLabel: 'Sources',
  footnoteLabelProperties: {},
  footnoteBackLabel,
})

const toSafe = unified()
  .use(rehypeSanitize, schema)
  .use(() => orderHeadings)
  .use(rehypeSlug, { prefix: headingPrefix })

const notMarkup = new RegExp(`</?(${wordless.join('|')})\\b`, 'i')

/** Parses raw HTML as a browser would, before sanitising. */
async function withRaw(tree: Root): Promise<Html> {
  replaceNodes(tree, (node) => (node.type === 'html' && notMarkup.test(node.value) ? [] : null))
  const html = toHtml.runSync(tree)
  if (![...nodesIn(tree)].some(({ type }) => type === 'html')) return html
  const { default: rehypeRaw } = await import('rehype-raw')
  return unified().use(rehypeRaw).runSync(html)
}

/**
 * Numbers the figures, and puts placeholders for drawings that pass the sanitiser.
 * @param sign random per text, so that an author cannot forge a placeholder
 */
function prepare(tree: Root, sign: string): Map<string, Element> {
  const drawn = new Map<string, Element>()
  let figures = 0
  for (const node of nodesIn(tree)) {
    if (node.type === 'wrap' && node.counts) node.children = [{ type: 'text', value: `Figure ${++figures}.` }]
    if (node.type === 'made') {
      const mark = `${sign}-${drawn.size}`
      node.data = { hName: 'span', hProperties: { dataMade: mark } }
      drawn.set(mark, node.element)
    }
  }
  return drawn
}

function place(html: Html, drawn: ReadonlyMap<string, Element>): void {
  replaceElements(html, ({ properties: { dataMade } }) => {
    const element = drawn.get(String(dataMade))
    return element ? [element] : null
  })
}

/** Points links at the shortened heading ids. */
function linkHeadings(html: Html): void {
  const short = shortenIds(html)
  for (const { tagName, properties } of elementsIn(html)) {
    const { href } = properties
    if (tagName !== 'a' || typeof href !== 'string' || !href.startsWith('#')) continue
    const id = short.get(href.slice(1)) ?? short.get(`${headingPrefix}${href.slice(1)}`)
    if (id !== undefined) properties.href = `#${id}`
  }
}

/** The answer is rendered with the text, so that both share one numbering of sources. */
function takeAnswer(html: Html): string {
  const [first, ...rest] = html.children
  if (!isElement(first, 'p')) throw new Error('The answer must be one paragraph.')
  html.children = rest
  return serializer.stringify({ type: 'root', children: first.children })
}

const isNote = (node: RootContent) =>
  isElement(node, 'sup') || (isElement(node, 'section') && hasClass(node, 'footnotes'))

async function rendered(tree: Root, answered: boolean): Promise<Rendered> {
  const drawn = prepare(tree, randomUUID())
  const safe = toSafe.runSync(await withRaw(tree))
  linkHeadings(safe)
  const text = textOf(safe, isNote).replaceAll(/\s+/g, ' ').trim()
  const contents = contentsOf(safe)
  const html = await typeset(safe)
  makeAccessible(html)
  place(html, drawn)
  const answer = answered ? takeAnswer(html) : null
  return { html: serializer.stringify(html), contents, text, words: text.split(' ').length, answer }
}

/**
 * Renders a Markdown tree to sanitised HTML. Notes with unknown ids stay as written, and are logged.
 * @param answered whether the first paragraph is the answer
 */
export async function renderTree(tree: Root, answered = false): Promise<Rendered> {
  const unknown = withNotes(tree)
  if (unknown.length > 0) report('unknown note left as written', { unknown })
  return rendered(tree, answered)
}

/**
 * Renders Markdown to sanitised HTML.
 * @throws {Error} if a note is unknown, the answer is not one paragraph, a figure is wrong, or a picture cannot be
 * read
 */
export async function renderMarkdown(body: string, answer: string | null = null): Promise<Rendered> {
  if (answer?.trim().includes('\n\n')) throw new Error('The answer must be one paragraph.')
  const tree = postParser.parse(answer === null ? body : `${answer.trim()}\n\n${body}`)
  withFigures(tree)
  await withPictures(tree)
  const [unknown] = withNotes(tree)
  if (unknown !== undefined) throw new Error(`The note "${unknown}" is neither defined nor in content/evidence.json.`)
  return rendered(tree, answer !== null)
}

/** At 200 words a minute; at least one minute. */
export const minutesFor = (words: number) => Math.max(1, Math.round(words / 200))
