import type { Element, ElementContent, Root as Html } from 'hast'
import type { Root } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Heading } from '@/lib/contract/content'
import { limits } from '@/lib/site'
import { dress } from './dress'
import { withFigures } from './figure-fence'
import { elementsIn, hasClass, headingText, isElement, replaceElements, textOf, type HtmlParent } from './html-tree'
import { footnoteBackLabel, withNotes } from './notes'
import { withPictures } from './picture-file'
import { postParser } from './post-parser'
import { schema } from './schema'
import { serializer } from './serializer'
import { nodesIn } from './text-tree'

export type Rendered = {
  html: string
  contents: Heading[]
  words: number
  /** The inside of the answer's paragraph, sanitised; null where there is no answer. */
  answer: string | null
}

const toHtml = unified()
  .use(remarkRehype, {
    clobberPrefix: 'source-',
    footnoteLabel: 'Sources',
    footnoteLabelProperties: {},
    footnoteBackLabel,
  })
  .use(rehypeSanitize, schema)
  .use(rehypeSlug, { prefix: 'on-' })

/** Figures get their numbers, and what the site has drawn a mark that keeps its place through the sanitiser. */
function prepare(tree: Root): Element[] {
  const drawn: Element[] = []
  let figures = 0
  for (const node of nodesIn(tree)) {
    // The page's own title is its only heading of the first level.
    if (node.type === 'heading' && node.depth === 1) node.depth = 2
    if (node.type === 'wrap' && node.counts) node.children = [{ type: 'text', value: `Figure ${++figures}.` }]
    if (node.type === 'made') {
      node.data = { hName: 'span', hProperties: { dataMade: String(drawn.length) } }
      drawn.push(node.element)
    }
  }
  return drawn
}

/** No text can forge the mark: raw HTML is dropped before the sanitiser, and trees have no other way to it. */
function place(html: Html, drawn: readonly Element[]): void {
  replaceElements(html, ({ properties: { dataMade } }) => {
    const element = dataMade === undefined ? undefined : drawn[Number(dataMade)]
    return element ? [element] : null
  })
}

/** Code and formulas; what does so is loaded by the first text that has any. */
async function typeset(html: Html): Promise<Html> {
  const codes = [...elementsIn(html)].filter(
    (node) => node.tagName === 'code' && Array.isArray(node.properties.className),
  )
  if (codes.length === 0) return html
  const isFormula = (code: Element) =>
    ['math-inline', 'math-display', 'language-math'].some((name) => hasClass(code, name))
  const typeset = codes.some(isFormula) ? (await import('./formula')).typeset(html) : html
  return codes.every(isFormula) ? typeset : (await import('./highlight')).highlight(typeset)
}

/** Takes the first paragraph out of a page, so that it can stand by itself and share the page's numbers. */
function takeAnswer(html: Html): string {
  const [first, ...rest] = html.children
  if (!isElement(first, 'p')) throw new Error('The answer must be one paragraph.')
  html.children = rest
  return serializer.stringify({ type: 'root', children: first.children })
}

/** The headings that a table of contents shows, the highest first; the page's own title is the only `h1`. */
const levels = ['h2', 'h3', 'h4', 'h5', 'h6'].slice(0, limits.tocDepth)

/** Headings that stand in the text itself, and not in a quotation or a list. */
function headingsIn(node: HtmlParent): Element[] {
  return node.children.flatMap((child: Html['children'][number]) => {
    if (isElement(child, ...levels)) return [child]
    return isElement(child, 'section', 'details', 'summary', 'div') ? headingsIn(child) : []
  })
}

/** Headings as a tree: each with those of the levels below it that follow. */
function contentsOf(html: Html): Heading[] {
  const contents: Heading[] = []
  for (const node of headingsIn(html)) {
    const heading: Heading = { id: String(node.properties.id), text: headingText(node) }
    if (heading.text === '') continue
    let list = contents
    for (let depth = levels.indexOf(node.tagName); depth > 0; depth--) {
      const above = list.at(-1)
      if (above) list = above.parts ??= []
    }
    list.push(heading)
  }
  return contents
}

const wordsIn = (html: ElementContent | Html): number => textOf(html).split(/\s+/).filter(Boolean).length

async function rendered(tree: Root, answered: boolean): Promise<Rendered> {
  const drawn = prepare(tree)
  const safe = toHtml.runSync(tree)
  const words = wordsIn(safe)
  const contents = contentsOf(safe)
  const html = await typeset(safe)
  dress(html)
  place(html, drawn)
  const answer = answered ? takeAnswer(html) : null
  return { html: serializer.stringify(html), contents, words, answer }
}

/**
 * A tree of Markdown becomes sanitised HTML, with its headings and its words counted. A note `[^id]` with the
 * id of a source in content/evidence.json is numbered in the order of first use; another stays as it is written.
 * @param answered the tree begins with a paragraph that is the answer, and not a part of the text.
 */
export async function renderTree(tree: Root, answered = false): Promise<Rendered> {
  withNotes(tree)
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
