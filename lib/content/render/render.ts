import { randomUUID } from 'node:crypto'
import type { Element, Root as Html } from 'hast'
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
  words: number
  /** The inside of the answer's paragraph, sanitised; null where there is no answer. */
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

/** HTML in a text is read as a browser reads it, before anything is sanitised. */
async function withRaw(tree: Root): Promise<Html> {
  replaceNodes(tree, (node) => (node.type === 'html' && notMarkup.test(node.value) ? [] : null))
  const html = toHtml.runSync(tree)
  if (![...nodesIn(tree)].some(({ type }) => type === 'html')) return html
  const { default: rehypeRaw } = await import('rehype-raw')
  return unified().use(rehypeRaw).runSync(html)
}

/**
 * Figures get their numbers, and what the site has drawn a mark that keeps its place through the sanitiser.
 * @param sign of this text alone, so that no text can forge a mark
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

/**
 * A link to a heading of the text, written as its words are, leads to its address. That has the first words alone:
 * a long post says each address three times.
 */
function linkHeadings(html: Html): void {
  const short = shortenIds(html)
  for (const { tagName, properties } of elementsIn(html)) {
    const { href } = properties
    if (tagName !== 'a' || typeof href !== 'string' || !href.startsWith('#')) continue
    const id = short.get(href.slice(1)) ?? short.get(`${headingPrefix}${href.slice(1)}`)
    if (id !== undefined) properties.href = `#${id}`
  }
}

/** Takes the first paragraph out of a page, so that it can stand by itself and share the page's numbers. */
function takeAnswer(html: Html): string {
  const [first, ...rest] = html.children
  if (!isElement(first, 'p')) throw new Error('The answer must be one paragraph.')
  html.children = rest
  return serializer.stringify({ type: 'root', children: first.children })
}

/** Words of the text itself, without those of its sources. */
function wordsIn({ children }: Html): number {
  const own = children.filter((node) => !isElement(node, 'section') || !hasClass(node, 'footnotes'))
  return textOf({ type: 'root', children: own }).split(/\s+/).filter(Boolean).length
}

async function rendered(tree: Root, answered: boolean): Promise<Rendered> {
  const drawn = prepare(tree, randomUUID())
  const safe = toSafe.runSync(await withRaw(tree))
  linkHeadings(safe)
  const words = wordsIn(safe)
  const contents = contentsOf(safe)
  const html = await typeset(safe)
  makeAccessible(html)
  place(html, drawn)
  const answer = answered ? takeAnswer(html) : null
  return { html: serializer.stringify(html), contents, words, answer }
}

/**
 * A tree of Markdown becomes sanitised HTML, with its headings and its words counted; HTML in it is kept where the
 * schema has it. A note `[^id]` with the id of a source in content/evidence.json is numbered in the order of first
 * use; another stays as it is written, which is logged.
 * @param answered the tree begins with a paragraph that is the answer, and not a part of the text.
 */
export async function renderTree(tree: Root, answered = false): Promise<Rendered> {
  const unknown = withNotes(tree)
  if (unknown.length > 0) report('note left as it is written', { unknown })
  return rendered(tree, answered)
}

/**
 * Markdown becomes sanitised HTML. A note `[^id]` with the id of a source in content/evidence.json needs
 * no definition: the citation is put in its place, numbered in the order of first use. The answer stands
 * before the text, and its notes are numbered first.
 * @throws {Error} when a note has neither a definition nor a source, the answer is not one paragraph, a line
 * of a figure is wrong, or a picture cannot be read.
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

/** Minutes that a calm reader takes, at 200 words a minute; never less than one. */
export const minutesFor = (words: number) => Math.max(1, Math.round(words / 200))
