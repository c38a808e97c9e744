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

export type Rendered = { html: string; contents: Heading[]; words: number }

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

/** A tree of Markdown becomes sanitised HTML, with its headings of the second level and its words counted. */
export async function renderTree(tree: Root): Promise<Rendered> {
  const html = await toHtml.run(tree)
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
  }
}

/**
 * Markdown becomes sanitised HTML. A note `[^id]` with the id of a source in content/evidence.json needs
 * no definition: the citation is put in its place, numbered in the order of first use.
 * @throws {Error} when a note has neither a definition nor a source.
 */
export async function renderMarkdown(text: string): Promise<Rendered> {
  const used = new Set([...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map((match) => match[1] ?? ''))
  const defined = new Set([...text.matchAll(/^\[\^([\w-]+)\]:/gm)].map((match) => match[1] ?? ''))
  const missing = [...used].filter((id) => !defined.has(id))
  const unknown = missing.find((id) => !hasSource(id))
  if (unknown !== undefined) throw new Error(`The note "${unknown}" is neither defined nor in content/evidence.json.`)
  const notes = missing.map((id) => `[^${id}]: ${source(id).citation} ${weightOf(source(id))}`)
  return renderTree(parser.parse([text, ...notes].join('\n\n')))
}

/** Minutes that a calm reader takes, at 200 words a minute; never less than one. */
export const minutesFor = (words: number) => Math.max(1, Math.round(words / 200))
