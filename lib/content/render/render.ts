import { randomUUID } from 'node:crypto'
import type { Element, ElementContent, Root as Html, RootContent } from 'hast'
import type { Root } from 'mdast'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { report } from '@/lib/content/report'
import { isEnglish, siteLanguage } from '@/lib/contract/format'
import type { Heading } from '@/lib/contract/content'
import { resolveAnchorLinks, markAnchors, contentsOf, orderHeadings } from './headings'
import { replaceFigures } from './figure'
import { elementsIn, hasClass, isElement, nodesIn, replaceElements, replaceNodes, takeHeadingId, textOf } from './tree'
import { headingPrefix, notePrefix, parseMarkdown, schema } from './markdown'
import { addFootnotes, footnoteBackLabel, keepFirstBackLinks, makeAccessible, markOurWords } from './accessible-html'
import { replacePictures } from './pictures'

type Rendered = {
  /** Sanitised. */
  tree: Html
  contents: Heading[]
  text: string
  words: number
  /** The sanitised content of the answer's paragraph. */
  answer: ElementContent[] | null
}

const wordsOfOurs = (lang: string | null | undefined) => (isEnglish(lang) ? {} : siteLanguage)

const toHtml = unified().use(remarkRehype, {
  allowDangerousHtml: true,
  clobberPrefix: notePrefix,
  footnoteLabel: 'Sources',
  footnoteLabelProperties: {},
  footnoteBackLabel,
})

const sanitise = unified()
  .use(rehypeSanitize, schema)
  .use(() => orderHeadings)
  .use(rehypeSlug, { prefix: headingPrefix })

type RenderOptions = {
  file?: string
  /** The text's first line in its file. */
  line?: number
  /** Language of the text; English if it is missing. */
  lang?: string | null
}

/** Parses raw HTML as a browser would, before sanitising. */
async function parseRawHtml(tree: Root): Promise<Html> {
  const html = toHtml.runSync(tree)
  if (![...nodesIn(tree)].some(({ type }) => type === 'html')) return html
  const { default: rehypeRaw } = await import('rehype-raw')
  return unified().use(rehypeRaw).runSync(html)
}

/**
 * Numbers the figures, and inserts placeholders that pass the sanitiser.
 * @param token random per text, so that authors cannot forge a placeholder
 */
function prepare(tree: Root, token: string): Map<string, Element> {
  const elements = new Map<string, Element>()
  let figures = 0
  for (const node of nodesIn(tree)) {
    if (node.type === 'wrap' && node.isFigureNumber) node.children = [{ type: 'text', value: `Figure ${++figures}.` }]
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

/** Empty formulas would be focusable boxes. */
const withoutEmptyFormulas = (tree: Root) =>
  replaceNodes(tree, (node) =>
    (node.type === 'math' || node.type === 'inlineMath') && node.value.trim() === '' ? [] : null,
  )

async function renderToHtml(tree: Root, hasAnswer: boolean, { file, lang }: RenderOptions): Promise<Rendered> {
  withoutEmptyFormulas(tree)
  const elements = prepare(tree, randomUUID())
  const raw = await parseRawHtml(tree)
  markAnchors(raw)
  const safe = sanitise.runSync(raw)
  const unresolved = resolveAnchorLinks(safe)
  if (file && unresolved.length > 0) report('links to missing sections', { file, links: unresolved })
  keepFirstBackLinks(safe)
  markOurWords(safe, wordsOfOurs(lang))
  const text = textOf(safe, isNote).replaceAll(/\s+/g, ' ').trim()
  const contents = contentsOf(safe)
  const html = await typeset(safe)
  makeAccessible(html, lang)
  insertElements(html, elements)
  const answer = hasAnswer ? takeAnswer(html) : null
  return { tree: html, contents, text, words: countWords(text), answer }
}

/**
 * Renders a Markdown tree to sanitised HTML. Notes with unknown ids stay as written, and are logged.
 * @param hasAnswer the first paragraph is the answer
 */
export async function renderTree(tree: Root, hasAnswer = false, options: RenderOptions = {}): Promise<Rendered> {
  const unknown = addFootnotes(tree, wordsOfOurs(options.lang))
  if (unknown.length > 0) report('unknown note left as written', { unknown: unknown.map(({ id }) => id) })
  return renderToHtml(tree, hasAnswer, options)
}

/** Keeps the line numbers of the file; the answer is above the text. */
function parse(body: string, answer: string | null, line: number): Root {
  if (answer === null) return parseMarkdown('\n'.repeat(line - 1) + body)
  const lines = answer.split('\n').length
  return parseMarkdown(answer + '\n'.repeat(Math.max(2, line - lines)) + body)
}

/**
 * Renders Markdown to sanitised HTML.
 * @throws {Error} for markup that is not shown, an unknown note, an answer of several paragraphs, an invalid figure or an unreadable picture
 */
export async function renderMarkdown(
  body: string,
  answer: string | null = null,
  options: RenderOptions = {},
): Promise<Rendered> {
  if (answer?.trim().includes('\n\n')) throw new Error('The answer must be one paragraph.')
  const tree = parse(body, answer?.trim() ?? null, options.line ?? 1)
  for (const node of nodesIn(tree)) takeHeadingId(node)
  replaceFigures(tree)
  await replacePictures(tree)
  const [unknown] = addFootnotes(tree, wordsOfOurs(options.lang))
  if (unknown) {
    throw new Error(`line ${unknown.line}: The note "${unknown.id}" is neither defined nor in content/evidence.json.`)
  }
  return renderToHtml(tree, answer !== null, options)
}

/** At 200 words a minute; at least one minute. */
export const minutesFor = (words: number) => Math.max(1, Math.round(words / 200))

/** Scripts that put no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export const countWords = (text: string): number =>
  unspaced.test(text)
    ? [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
    : text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Notion's names of languages that the highlighter calls differently. */
const aliases = {
  cpp: ['java/c/c++/c#'],
  csharp: ['f#'],
  vbnet: ['vb.net', 'visual-basic'],
}
const plainText = ['plain', 'plaintext', 'text', 'txt', 'math']

/** Adds class names to code in a known language. */
async function highlight(html: Html): Promise<Html> {
  const { default: rehypeHighlight } = await import('rehype-highlight')
  return unified().use(rehypeHighlight, { aliases, plainText }).runSync(html) as Html
}

/** Unlike any that an author would choose. */
const errorColor = '#cc0001'

/** Invalid formulas are shown as code, and logged. */
const showErrorsAsCode = () => (html: Html, file: { messages: { reason: string; cause?: unknown }[] }) => {
  for (const { reason, cause } of file.messages) {
    report('formula left as text', { reason: cause instanceof Error ? cause.message : reason })
  }
  for (const node of elementsIn(html)) {
    const parts = hasClass(node, 'katex') ? [...elementsIn(node)] : []
    const isInvalid = parts.some(({ properties }) => properties.mathcolor === errorColor)
    if (!isInvalid && !hasClass(node, 'katex-error')) continue
    const source = parts.find(({ tagName }) => tagName === 'annotation')
    if (source) node.children = source.children
    node.tagName = 'code'
    node.properties = {}
  }
}

/** Keeps links, files and styles out of formulas. KaTeX would show the command's name and drop its argument. */
function trust({ command }: { command: string }): never {
  throw new Error(`${command} isn’t allowed in a formula`)
}

/** MathML needs no fonts or styles. */
async function typesetFormulas(html: Html): Promise<Html> {
  const { default: rehypeKatex } = await import('rehype-katex')
  const options = { output: 'mathml', trust, errorColor, strict: 'ignore', maxSize: 20 } as const
  return unified().use(rehypeKatex, options).use(showErrorsAsCode).runSync(html) as Html
}

const isFormula = (code: Element) =>
  ['math-inline', 'math-display', 'language-math'].some((name) => hasClass(code, name))

/** Typesets formulas and highlights code. The libraries load on first use. */
async function typeset(html: Html): Promise<Html> {
  const codes = [...elementsIn(html)].filter(
    ({ tagName, properties }) => tagName === 'code' && Array.isArray(properties.className),
  )
  const withFormulas = codes.some(isFormula) ? await typesetFormulas(html) : html
  return codes.every(isFormula) ? withFormulas : highlight(withFormulas)
}
