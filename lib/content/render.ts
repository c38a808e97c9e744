import type { Element, Root as Html, RootContent } from 'hast'
import type { Root } from 'mdast'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { weightOf, type Heading } from '@/lib/contract/content'
import { hasSource, source } from './evidence'

export type Rendered = {
  html: string
  contents: Heading[]
  words: number
  /** The inside of the answer's paragraph, sanitised; null where there is no answer. */
  answer: string | null
}

/**
 * Names are prefixed where they are made (notes by `source-`, headings by `on-`), so that no text can take
 * an id that the page uses; the sanitiser's own prefix would break the links between notes and text.
 */
export const schema = { ...defaultSchema, clobber: [] }

const toHtml = unified()
  .use(remarkRehype, { clobberPrefix: 'source-', footnoteLabel: 'Sources', footnoteLabelProperties: {} })
  .use(rehypeSanitize, schema)
  .use(rehypeSlug, { prefix: 'on-' })
export const toText = unified().use(rehypeStringify)
export const parser = unified().use(remarkParse).use(remarkGfm)

/** The words in a tree. */
export function textOf(node: Html | RootContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const isHeading = (node: RootContent): node is Element => node.type === 'element' && node.tagName === 'h2'

/** Takes the first paragraph out of a page, so that it can stand by itself and share the page's numbers. */
function takeAnswer(html: Html): string {
  const [first, ...rest] = html.children
  if (first?.type !== 'element' || first.tagName !== 'p') throw new Error('The answer must be one paragraph.')
  html.children = rest
  return toText.stringify({ type: 'root', children: first.children })
}

/**
 * A tree of Markdown becomes sanitised HTML, with its headings of the second level and its words counted.
 * @param answered the tree begins with a paragraph that is the answer, and not a part of the text.
 */
export async function renderTree(tree: Root, answered = false): Promise<Rendered> {
  const html = await toHtml.run(tree)
  const answer = answered ? takeAnswer(html) : null
  const headings = html.children.flatMap((node) =>
    node.type === 'element' && node.tagName === 'section'
      ? node.children.filter(isHeading)
      : isHeading(node)
        ? [node]
        : [],
  )
  return {
    html: toText.stringify(html),
    contents: headings.map((node) => ({ id: String(node.properties.id), text: textOf(node) })),
    words: textOf(html).split(/\s+/).filter(Boolean).length,
    answer,
  }
}

/**
 * Markdown becomes sanitised HTML. A note `[^id]` with the id of a source in content/evidence.json needs
 * no definition: the citation is put in its place, numbered in the order of first use. The answer stands
 * before the text, and its notes are numbered first.
 * @throws {Error} when a note has neither a definition nor a source, or the answer is not one paragraph.
 */
export async function renderMarkdown(body: string, answer: string | null = null): Promise<Rendered> {
  if (answer?.trim().includes('\n\n')) throw new Error('The answer must be one paragraph.')
  const text = answer === null ? body : `${answer.trim()}\n\n${body}`
  const used = new Set([...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map((match) => match[1] ?? ''))
  const defined = new Set([...text.matchAll(/^\[\^([\w-]+)\]:/gm)].map((match) => match[1] ?? ''))
  const missing = [...used].filter((id) => !defined.has(id))
  const unknown = missing.find((id) => !hasSource(id))
  if (unknown !== undefined) throw new Error(`The note "${unknown}" is neither defined nor in content/evidence.json.`)
  const notes = missing.map((id) => `[^${id}]: ${source(id).citation} ${weightOf(source(id))}`)
  return renderTree(parser.parse([text, ...notes].join('\n\n')), answer !== null)
}

/** Minutes that a calm reader takes, at 200 words a minute; never less than one. */
export const minutesFor = (words: number) => Math.max(1, Math.round(words / 200))
