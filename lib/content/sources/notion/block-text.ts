import type { BlockObjectResponse } from '@notionhq/client'
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast'
import * as z from 'zod'
import type { Properties } from 'hast'
import type { Picture } from '@/lib/content/render/pictures'
import { wrap, type Wrap } from '@/lib/content/render/text-tree'

export type Block = { block: BlockObjectResponse; children: Block[] }
export type Content = BlockContent | DefinitionContent

export type Context = {
  /** Called for blocks that this site does not show. */
  skip(type: string): void
  /** Called for blocks that lack something readers need, such as an image description. */
  lacks(type: string, what: string): void
  /** Called for blocks whose data is invalid; they are left out. */
  broken(type: string, error: unknown): void
  /** By block id; null for a picture that is not available. */
  pictures: ReadonlyMap<string, Omit<Picture, 'alt'> | null>
}

export type Inner = (blocks: Block[]) => Content[]

export type Converter = (payload: unknown, block: Block, inner: Inner, context: Context) => Content[]

const span = z.object({
  type: z.string().default('text'),
  plain_text: z.string(),
  href: z.string().nullish(),
  equation: z.object({ expression: z.string() }).optional(),
  mention: z.object({ type: z.string() }).optional(),
  annotations: z
    .object({
      bold: z.boolean(),
      italic: z.boolean(),
      strikethrough: z.boolean(),
      underline: z.boolean(),
      code: z.boolean(),
      color: z.string(),
    })
    .partial()
    .default({}),
})
export type Span = z.infer<typeof span>

export const richText = z.array(span)
export const text = z.object({ rich_text: richText, color: z.string().optional() })

export function toneNames(color: string | undefined): string[] {
  const [, name, ground] = /^([a-z]+)(_background)?$/.exec(color ?? '') ?? []
  return !name || name === 'default' ? [] : [`tone-${name}${ground ? '-ground' : ''}`]
}

function tone(color: string | undefined): Properties {
  const className = toneNames(color)
  return className.length > 0 ? { className } : {}
}

/** Links into the Notion workspace lead nowhere for readers. */
const isForeign = (href: string) => !/^\/?[0-9a-f]{32}\b/.test(href)

function formula(value: string): PhrasingContent {
  const hChildren = [{ type: 'text' as const, value }]
  const hProperties = { className: ['language-math', 'math-inline'] }
  return { type: 'inlineMath', value, data: { hName: 'code', hProperties, hChildren } }
}

/** A mention of a page, date or person is plain text; a mention of a web address is a link. */
const leads = ({ type, mention }: Span) => type !== 'mention' || mention?.type.startsWith('link_')

function spanOf(span: Span): PhrasingContent {
  const { type, plain_text: value, href, equation, annotations } = span
  const { bold, italic, strikethrough, underline, code, color } = annotations
  let node: PhrasingContent = code ? { type: 'inlineCode', value } : { type: 'text', value }
  if (type === 'equation') node = formula(equation?.expression ?? value)
  if (bold) node = { type: 'strong', children: [node] }
  if (italic) node = { type: 'emphasis', children: [node] }
  if (strikethrough) node = { type: 'delete', children: [node] }
  if (underline) node = wrap('u', [node])
  const colour = tone(color)
  if (colour.className) node = wrap('span', [node], colour)
  return href && leads(span) && isForeign(href) ? { type: 'link', url: href, children: [node] } : node
}

/** Keeps line breaks that were made with Shift+Enter. */
function lines(span: Span): PhrasingContent[] {
  if (span.type !== 'text' || span.annotations.code) return [spanOf(span)]
  return span.plain_text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(line ? [spanOf({ ...span, plain_text: line })] : []),
    ])
}

export const spans = (rich: Span[]): PhrasingContent[] => rich.flatMap(lines)
export const wordsOf = (rich: Span[]): string => rich.map(({ plain_text }) => plain_text).join('')

export function paragraph(rich: Span[], color?: string): Content[] {
  const colour = tone(color)
  if (wordsOf(rich).trim() === '') return []
  return [colour.className ? wrap('p', spans(rich), colour) : { type: 'paragraph', children: spans(rich) }]
}

const heading = text.extend({ is_toggleable: z.boolean().optional() })

/** The page title is the only `h1`. */
const headingAs =
  (depth: 2 | 3 | 4): Converter =>
  (payload, { children }, inner) => {
    const { rich_text, color, is_toggleable } = heading.parse(payload)
    if (wordsOf(rich_text).trim() === '') return inner(children)
    const node: Content = { type: 'heading', depth, children: spans(rich_text), data: { hProperties: tone(color) } }
    return is_toggleable ? [details([node], inner(children))] : [node, ...inner(children)]
  }

const details = (summary: Wrap['children'], content: Content[]): Wrap =>
  wrap('details', [wrap('summary', summary), ...content])

const indented = (content: Content[], inner: Content[]): Content[] =>
  inner.length > 0 ? [...content, wrap('div', inner, { className: ['indented'] })] : content

const callout = text.extend({
  icon: z.object({ type: z.string(), emoji: z.string().optional() }).nullish(),
})

export const textBlocks: Record<string, Converter> = {
  paragraph: (payload, { children }, inner) => {
    const { rich_text, color } = text.parse(payload)
    return indented(paragraph(rich_text, color), inner(children))
  },
  heading_1: headingAs(2),
  heading_2: headingAs(2),
  heading_3: headingAs(3),
  heading_4: headingAs(4),
  quote: (payload, { children }, inner) => {
    const { rich_text, color } = text.parse(payload)
    return [{ type: 'blockquote', children: [...paragraph(rich_text, color), ...inner(children)] }]
  },
  toggle: (payload, { children }, inner) => {
    const { rich_text, color } = text.parse(payload)
    return [details([wrap('span', spans(rich_text), tone(color))], inner(children))]
  },
  callout: (payload, { children }, inner) => {
    const { rich_text, color, icon } = callout.parse(payload)
    const sign = icon?.emoji
      ? [wrap('span', [{ type: 'text', value: icon.emoji }], { className: ['icon'], ariaHidden: 'true' })]
      : []
    const content = wrap('div', [...paragraph(rich_text), ...inner(children)])
    return [wrap('aside', [...sign, content], { className: ['callout', ...toneNames(color)] })]
  },
  divider: () => [{ type: 'thematicBreak' }],
  equation: (payload) => {
    const { expression } = z.object({ expression: z.string() }).parse(payload)
    const hChildren = [
      {
        type: 'element' as const,
        tagName: 'code',
        properties: { className: ['language-math', 'math-display'] },
        children: [{ type: 'text' as const, value: expression }],
      },
    ]
    return [{ type: 'math', value: expression, data: { hName: 'pre', hChildren } }]
  },
}
