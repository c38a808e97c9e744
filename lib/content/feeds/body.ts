import type { ElementContent, Root, Text } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { languageAttributes } from '@/lib/contract/language'
import type { Post } from '@/lib/contract/content'
import { siteName } from '@/lib/site'
import { backLinksClass } from '@/lib/content/render/accessible-html'
import { element, hasClass, isElement, textOf } from '@/lib/content/render/html-tree'

const math = [
  'math semantics annotation mrow mi mn mo ms mtext mspace mstyle mpadded mphantom menclose mfrac msqrt mroot',
  'msub msup msubsup munder mover munderover mtable mtr mlabeledtr mtd',
].flatMap((names) => names.split(' '))

const mathAttributes = [
  'accent accentunder columnalign columnlines columnspacing depth display displaystyle encoding fence height largeop',
  'linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel',
  'separator stretchy symmetric voffset width xmlns',
].flatMap((names) => names.split(' '))

const extraTags = ['aside', 'figure', 'figcaption', 'mark', 'small', 'u']
const removedTags = new Set(['span', 'picture', 'source', 'input'])

/** Ids are removed, because they may clash between posts. */
const schema: Options = {
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !removedTags.has(name)), ...extraTags, ...math],
  attributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title'],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'reversed'],
    td: ['align', 'colSpan', 'rowSpan', 'headers'],
    th: ['align', 'colSpan', 'rowSpan', 'headers', 'scope', 'abbr'],
    ...Object.fromEntries(math.map((name) => [name, mathAttributes])),
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'iframe', 'object', 'embed', 'template', 'svg'],
  clobber: [],
}

const text = (value: string): Text => ({ type: 'text', value })

const disclaimer = 'Education, not a diagnosis.'

const phrasing = new Set(['a', 'b', 'em', 'h2', 'h3', 'h4', 'i', 'p', 'span', 'strong', 'summary'])

/** Feed readers remove SVG, so its label becomes text. */
function labelText(label: unknown, parent: string): ElementContent[] {
  if (typeof label !== 'string' || label.trim() === '') return []
  const words = text(`Drawing: ${label}`)
  return [phrasing.has(parent) ? words : element('p', {}, words)]
}

function cleanNode(node: ElementContent, parent: string, page: string): ElementContent[] {
  if (!isElement(node)) return node.type === 'text' ? [node] : []
  const { tagName, properties } = node
  if (tagName === 'svg') return labelText(properties.ariaLabel, parent)
  // The label of a chart made of elements.
  if (hasClass(node, 'sr-only')) return labelText(textOf(node), parent)
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
  const children = node.children.flatMap((child) => cleanNode(child, tagName, page))
  return [{ ...node, properties: attributes, children }]
}

const processor = unified().use(rehypeParse, { fragment: true }).use(rehypeSanitize, schema).use(rehypeStringify)

function cleanHtml(html: string, page: string): ElementContent[] {
  const tree: Root = processor.parse(html)
  return tree.children.flatMap((node) => (node.type === 'doctype' ? [] : cleanNode(node, 'div', page)))
}

const invalidInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const xmlText = (value: string): string => value.replace(invalidInXml, '')

export const htmlText = (value: string): string =>
  xmlText(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A post's HTML for feeds: absolute addresses, no styles, scripts or `]]>`.
 * @param page absolute address of the post
 */
export async function feedBody(
  { answer, html, lang }: Pick<Post, 'answer' | 'html' | 'lang'>,
  page: string,
): Promise<string> {
  const shortAnswer =
    answer === null
      ? []
      : [
          element(
            'p',
            {},
            element('strong', {}, 'The short answer: '),
            element('span', languageAttributes(lang), ...cleanHtml(answer, page)),
          ),
        ]
  const footer = element(
    'p',
    {},
    'Published on ',
    element('a', { href: page }, `the blog of ${siteName}`),
    '. ',
    disclaimer,
  )
  const content = cleanHtml(html, page)
  const text = lang ? [element('div', languageAttributes(lang), ...content)] : content
  const tree: Root = { type: 'root', children: [...shortAnswer, ...text, element('hr', {}), footer] }
  const clean = (await processor.run(tree)) as Root
  return xmlText(processor.stringify(clean)).replaceAll(']]>', ']]&gt;')
}
