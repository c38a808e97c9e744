import type { ElementContent, Root, Text } from 'hast'
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { languageAttributes } from '@/lib/contract/format'
import { translatorOf } from '@/lib/i18n/messages'
import { defaultLocale, type Locale, localeOfTag } from '@/lib/locales'
import { siteName } from '@/lib/site'
import type { SourceBody } from '@/lib/content/record'
import { backLinksClass } from '@/lib/content/render/accessible-html'
import { element, elementsIn, hasClass, isElement, textOf } from '@/lib/content/render/markdown'

const extraTags = ['aside', 'figure', 'figcaption', 'mark', 'small', 'u']
const removedTags = new Set(['span', 'picture', 'source', 'input'])

/** Ids are removed, because they may clash between posts. */
const schema: Options = {
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !removedTags.has(name)), ...extraTags],
  attributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title'],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'reversed'],
    td: ['align', 'colSpan', 'rowSpan', 'headers'],
    th: ['align', 'colSpan', 'rowSpan', 'headers', 'scope', 'abbr'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'iframe', 'object', 'embed', 'template', 'svg'],
  clobber: [],
}

export type FeedPost = Pick<SourceBody, 'answer' | 'tree'> & { lang?: string }

const text = (value: string): Text => ({ type: 'text', value })

type Translate = Awaited<ReturnType<typeof translatorOf<'feeds'>>>

/** The chunks of a message, with elements of the tree. */
const rich = (words: unknown) => [words].flat(Number.POSITIVE_INFINITY) as (ElementContent | string)[]
const chunk = (node: ElementContent) => node as never

const phrasing = new Set(['a', 'b', 'em', 'h2', 'h3', 'h4', 'i', 'p', 'span', 'strong', 'summary'])

/** Feed readers remove SVG, so its label becomes text. */
function labelText(label: unknown, parent: string, t: Translate): ElementContent[] {
  if (typeof label !== 'string' || label.trim() === '') return []
  const words = text(t('drawing', { label }))
  return [phrasing.has(parent) ? words : element('p', {}, words)]
}

/** Few feed readers show MathML, so formulas become their source. */
function formulaText(node: ElementContent): ElementContent[] {
  const source = isElement(node) ? [...elementsIn(node)].find(({ tagName }) => tagName === 'annotation') : undefined
  return [element('code', {}, textOf(source ?? node))]
}

type Context = { page: string; t: Translate }

function cleanNode(node: ElementContent, parent: string, { page, t }: Context): ElementContent[] {
  if (!isElement(node)) return node.type === 'text' ? [node] : []
  const { tagName, properties } = node
  if (tagName === 'svg') return labelText(properties.ariaLabel, parent, t)
  if (tagName === 'math') return formulaText(node)
  // The label of a chart made of elements.
  if (hasClass(node, 'sr-only')) return labelText(textOf(node), parent, t)
  if (hasClass(node, backLinksClass)) return []
  if (tagName === 'input') return [text(properties.checked ? '☑ ' : '☐ ')]
  const attributes = { ...properties }
  for (const name of ['href', 'src'] as const) {
    const target = properties[name]
    if (target === undefined) continue
    const url = typeof target === 'string' ? URL.parse(target, page) : null
    if (url) attributes[name] = url.href
    else delete attributes[name]
  }
  if (tagName === 'details') attributes.open = true
  const children = node.children.flatMap((child) => cleanNode(child, tagName, { page, t }))
  return [{ ...node, properties: attributes, children }]
}

const processor = unified().use(rehypeSanitize, schema).use(rehypeStringify)

const cleanNodes = (nodes: Root['children'], context: Context): ElementContent[] =>
  nodes.flatMap((node) => (node.type === 'doctype' ? [] : cleanNode(node, 'div', context)))

const invalidInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const xmlText = (value: string): string => value.replace(invalidInXml, '')

export const htmlText = (value: string): string =>
  xmlText(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const bodies = new WeakMap<Root, Promise<string>>()

/** Has absolute addresses, and no styles, scripts or `]]>`. Created once per text. `locale` is the feed's. */
export function feedBody(post: FeedPost, page: string, locale: Locale = defaultLocale): Promise<string> {
  const body = bodies.get(post.tree) ?? createBody(post, page, locale)
  bodies.set(post.tree, body)
  return body
}

async function createBody({ answer, tree, lang }: FeedPost, page: string, locale: Locale): Promise<string> {
  const language = languageAttributes(lang)
  const [t, tText] = await Promise.all([
    translatorOf(locale, 'feeds'),
    translatorOf(localeOfTag(lang ?? '') ?? defaultLocale, 'feeds'),
  ])
  const context = { page, t: tText }
  const shortAnswer = tText.rich('shortAnswer', {
    strong: (words) => chunk(element('strong', {}, ...rich(words))),
    answer: cleanNodes(answer ?? [], context) as never,
  })
  const blog = (words: unknown) => chunk(element('a', { href: page }, ...rich(words)))
  const footer = element('p', {}, ...rich(t.rich('publishedOn', { site: siteName, blog })))
  const content = cleanNodes(tree.children, context)
  const children = [
    ...(answer ? [element('p', language, ...rich(shortAnswer))] : []),
    ...(lang ? [element('div', language, ...content)] : content),
    element('hr', {}),
    footer,
  ]
  const clean = (await processor.run({ type: 'root', children })) as Root
  return xmlText(processor.stringify(clean)).replaceAll(']]>', ']]&gt;')
}
