import * as z from 'zod'
import type { BlockObjectResponse, RichTextItemResponse } from '@notionhq/client'
import type { BlockContent, DefinitionContent, Link, PhrasingContent } from 'mdast'
import type { Properties } from 'hast'
import type { Picture } from '@/lib/content/render/pictures'
import { type Wrap, wrap } from '@/lib/content/render/markdown'
import type { PostSummary } from '@/lib/contract/content'
import { day } from '@/lib/contract/format'
import { defaultLocale, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'

export type Block = { block: BlockObjectResponse; children: Block[] }
export type Content = BlockContent | DefinitionContent

export type BlockType = BlockObjectResponse['type']

export type Context = {
  /** Called for blocks that this site does not show. */
  reportSkipped(type: string, name?: string): void
  /** Called for blocks that lack something, such as an image description. */
  reportMissing(type: string, what: string): void
  /** Called for invalid blocks, which are left out. */
  reportBroken(type: string, error: unknown): void
  /** Called for links that change with other pages. */
  reportDependency?(): void
  /** By block id; null if unavailable. */
  pictures: ReadonlyMap<string, Omit<Picture, 'alt'> | null>
  /** Of the text; English if it is missing. */
  locale?: Locale
  /** Without it, links into the workspace become text. */
  workspace?: Workspace
}

export type ConvertChildren = (blocks: Block[]) => Content[]

export type Converter = (
  payload: unknown,
  block: Block,
  convertChildren: ConvertChildren,
  context: Context,
) => Content[]

const date = z.object({ start: z.string(), end: z.string().nullish(), time_zone: z.string().nullish() })

const span = z.object({
  type: z.string().default('text'),
  plain_text: z.string(),
  href: z.string().nullish(),
  equation: z.object({ expression: z.string() }).optional(),
  mention: z
    .object({
      type: z.string(),
      page: z.object({ id: z.string() }).optional(),
      date: date.optional(),
      link_preview: z.object({ url: z.string() }).optional(),
      link_mention: z.object({ href: z.string(), title: z.string().optional() }).optional(),
    })
    .optional(),
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

const formula = (value: string, kind: 'math-inline' | 'math-display'): Wrap =>
  wrap('code', [{ type: 'text', value }], { className: ['language-math', kind] })

/** Part of a span, with its link. */
type Piece = { nodes: PhrasingContent[]; href: string | null }
type SpanType = RichTextItemResponse['type']
type MentionType = Extract<RichTextItemResponse, { type: 'mention' }>['mention']['type']
type Mention = (span: Span, context: Context) => Piece

const textNodes = (span: Span, value = span.plain_text): PhrasingContent[] =>
  value === '' ? [] : [span.annotations.code ? { type: 'inlineCode', value } : { type: 'text', value }]

const plainSpan: Mention = (span) => ({ nodes: textNodes(span), href: null })

/** New types in the SDK are type errors here. */
export const mentionConverters = {
  user: plainSpan,
  database: plainSpan,
  custom_emoji: plainSpan,
  date: (span, { locale }) => ({
    nodes: (span.mention?.date && dateText(span.mention.date, locale)) ?? textNodes(span),
    href: null,
  }),
  page: (span) => {
    const id = span.mention?.page?.id
    return { nodes: textNodes(span), href: id === undefined ? null : `/${plainId(id)}` }
  },
  link_preview: (span) => ({ nodes: textNodes(span), href: span.href ?? span.mention?.link_preview?.url ?? null }),
  link_mention: (span) => {
    const { title, href = null } = span.mention?.link_mention ?? {}
    return { nodes: textNodes(span, title?.trim() || undefined), href: span.href ?? href }
  },
  template_mention: (span, context) => {
    context.reportMissing('template_mention', 'a value: it is a placeholder of a template')
    return plainSpan(span, context)
  },
} satisfies Record<MentionType, Mention>

/** Keeps line breaks made with Shift+Enter. */
const linesOf = (span: Span): PhrasingContent[] =>
  span.annotations.code
    ? textNodes(span)
    : span.plain_text
        .split('\n')
        .flatMap((line, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...textNodes(span, line)])

export const spanConverters = {
  text: (span) => ({ nodes: linesOf(span), href: span.href ?? null }),
  equation: ({ equation, plain_text, href = null }) => {
    const expression = equation?.expression ?? plain_text
    return { nodes: expression.trim() === '' ? [] : [formula(expression, 'math-inline')], href }
  },
  mention: (span, context) => {
    const type = span.mention?.type ?? ''
    return (Object.hasOwn(mentionConverters, type) ? mentionConverters[type as MentionType] : plainSpan)(span, context)
  },
} satisfies Record<SpanType, Mention>

function withAnnotations(node: PhrasingContent, { annotations }: Span): PhrasingContent {
  if (node.type === 'break') return node
  const { bold, italic, strikethrough, underline, color } = annotations
  let result = node
  if (bold) result = { type: 'strong', children: [result] }
  if (italic) result = { type: 'emphasis', children: [result] }
  if (strikethrough) result = { type: 'delete', children: [result] }
  if (underline) result = wrap('u', [result])
  const colour = tone(color)
  if (!colour.className) return result
  return wrap(color?.endsWith('_background') ? 'mark' : 'span', [result], colour)
}

function convertSpan(span: Span, context: Context): Piece {
  const isKnown = Object.hasOwn(spanConverters, span.type)
  if (!isKnown) context.reportSkipped(span.type)
  const { nodes, href } = (isKnown ? spanConverters[span.type as SpanType] : plainSpan)(span, context)
  const address = href === null ? null : readerAddress(href, context)
  return { nodes: nodes.map((node) => withAnnotations(node, span)), href: address }
}

/** Neighbours with one address become one link, whatever their formatting. */
export function convertSpans(rich: Span[], context: Context): PhrasingContent[] {
  const all: PhrasingContent[] = []
  let openLink = null as Link | null
  let words = ''
  const closeLink = () => {
    // Removes links without text.
    if (openLink && words.trim() === '') all.splice(all.indexOf(openLink), 1, ...openLink.children)
    openLink = null
    words = ''
  }
  for (const span of rich) {
    const { nodes, href } = convertSpan(span, context)
    if (href === null || openLink?.url !== href) closeLink()
    if (href !== null && !openLink && nodes.length > 0) all.push((openLink = { type: 'link', url: href, children: [] }))
    ;(openLink?.children ?? all).push(...nodes)
    words += span.plain_text
  }
  closeLink()
  return all
}

export const plainTextOf = (rich: Span[]): string => rich.map(({ plain_text }) => plain_text).join('')

export function paragraph(rich: Span[], context: Context, color?: string): Content[] {
  const colour = tone(color)
  const children = convertSpans(rich, context)
  if (plainTextOf(rich).trim() === '' || children.length === 0) return []
  return [colour.className ? wrap('p', children, colour) : { type: 'paragraph', children }]
}

const heading = text.extend({ is_toggleable: z.boolean().optional() })

/** The page title is the only `h1`. */
const headingAtDepth =
  (depth: 2 | 3 | 4): Converter =>
  (payload, { children }, convertChildren, context) => {
    const { rich_text, color, is_toggleable } = heading.parse(payload)
    if (plainTextOf(rich_text).trim() === '') return convertChildren(children)
    const node: Content = {
      type: 'heading',
      depth,
      children: convertSpans(rich_text, context),
      data: { hProperties: tone(color) },
    }
    return is_toggleable ? [details([node], convertChildren(children))] : [node, ...convertChildren(children)]
  }

export const details = (summary: Wrap['children'], content: Content[]): Wrap =>
  wrap('details', [wrap('summary', summary), ...content])

const indented = (content: Content[], children: Content[]): Content[] =>
  children.length > 0 ? [...content, wrap('div', children, { className: ['indented'] })] : content

const callout = text.extend({
  icon: z.object({ type: z.string(), emoji: z.string().optional() }).nullish(),
})

export const textBlocks = {
  paragraph: (payload, { children }, convertChildren, context) => {
    const { rich_text, color } = text.parse(payload)
    return indented(paragraph(rich_text, context, color), convertChildren(children))
  },
  heading_1: headingAtDepth(2),
  heading_2: headingAtDepth(2),
  heading_3: headingAtDepth(3),
  heading_4: headingAtDepth(4),
  quote: (payload, { children }, convertChildren, context) => {
    const { rich_text, color } = text.parse(payload)
    const content = [...paragraph(rich_text, context, color), ...convertChildren(children)]
    return content.length > 0 ? [{ type: 'blockquote', children: content }] : []
  },
  toggle: (payload, { children }, convertChildren, context) => {
    const { rich_text, color } = text.parse(payload)
    return [details([wrap('span', convertSpans(rich_text, context), tone(color))], convertChildren(children))]
  },
  callout: (payload, { children }, convertChildren, context) => {
    const { rich_text, color, icon } = callout.parse(payload)
    if (icon && !icon.emoji) context.reportMissing('callout', 'an emoji as its icon: no other kind is shown')
    const emoji = icon?.emoji ? [wrap('span', [{ type: 'text', value: icon.emoji }], { className: ['icon'] })] : []
    const content = wrap('div', [...paragraph(rich_text, context), ...convertChildren(children)])
    return [wrap('aside', [...emoji, content], { className: ['callout', ...toneNames(color)] })]
  },
  divider: () => [{ type: 'thematicBreak' }],
  equation: (payload) => {
    const { expression } = z.object({ expression: z.string() }).parse(payload)
    return expression.trim() === '' ? [] : [wrap('pre', [formula(expression, 'math-display')])]
  },
} satisfies Partial<Record<BlockType, Converter>>

export type NotionDate = { start: string; end?: string | null; time_zone?: string | null }

const datePattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/** The zone is named by its city, or by its distance from UTC. */
function timeElement(value: string, zone: string | null | undefined, locale: Locale): Wrap | null {
  const [, date, time, offset = ''] = datePattern.exec(value) ?? []
  if (!date || day(date) === '') return null
  const place = zone?.split('/').at(-1)?.replaceAll('_', ' ') ?? offset.replace(/^(?=[+-])/, 'UTC').replace('Z', 'UTC')
  const words = day(date, locale) + (time ? `, ${time}` : '') + (time && place ? ` (${place})` : '')
  return wrap('time', [{ type: 'text', value: words }], { dateTime: time ? `${date}T${time}${offset}` : date })
}

/** A day, a time or a range in words, or null if it has another form. */
export function dateText(
  { start, end, time_zone: zone }: NotionDate,
  locale: Locale = defaultLocale,
): PhrasingContent[] | null {
  const first = timeElement(start, zone, locale)
  const last = end ? timeElement(end, zone, locale) : null
  const until = locale === 'en' ? ' to ' : ' – '
  return first && [first, ...(last ? [{ type: 'text', value: until } as const, last] : [])]
}

/** Ids are without hyphens and in lower case. */
export type Workspace = {
  page: string
  /** Published posts by page id. */
  posts: ReadonlyMap<string, Pick<PostSummary, 'slug' | 'title' | 'locale'>>
}

/** Where readers find a post. */
export const addressOf = ({ slug, locale = defaultLocale }: Pick<PostSummary, 'slug' | 'locale'>) =>
  localPath(paths.post(slug), locale)

export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

const hex = '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}'
const endsInId = new RegExp(`(?:^|[^0-9a-f])(${hex})$`, 'i')

/** Public pages there, such as help, have no id. */
const notionHost = /(?:^|\.)notion\.(?:so|com)$/
/** Everything there belongs to a workspace. */
const privateHost = /^(?:app|files?|img)\.notion\.(?:so|com)$|^prod-files-secure\.|(?:^|\.)notion-static\.com$/
const publishedHost = /\.notion\.site$/

function pageIdIn({ pathname, searchParams }: URL): string | null {
  const places = [searchParams.get('p') ?? '', ...pathname.split('/').toReversed()]
  const pageId = places.map((place) => endsInId.exec(place)?.[1]).find((id) => id !== undefined)
  return pageId === undefined ? null : plainId(pageId)
}

function parseWorkspaceLink(href: string): { id: string | null; block: string | null; isPublic: boolean } | null {
  const isRelative = !/^[a-z][a-z\d+.-]*:|^\/\//i.test(href)
  const url = URL.parse(href.trim(), 'https://www.notion.so')
  if (!url || !(notionHost.test(url.hostname) || privateHost.test(url.hostname) || publishedHost.test(url.hostname))) {
    return null
  }
  const id = pageIdIn(url)
  if (id === null && (isRelative || !privateHost.test(url.hostname))) return null
  const [, block] = new RegExp(`^#(${hex})$`, 'i').exec(url.hash) ?? []
  return { id, block: block ? plainId(block) : null, isPublic: publishedHost.test(url.hostname) }
}

/**
 * A link's address for readers: published posts have one here, other pages of the workspace have none.
 * @returns null if readers cannot open it
 */
export function readerAddress(href: string, { workspace, reportDependency }: Context): string | null {
  const link = parseWorkspaceLink(href)
  if (!link) return href
  reportDependency?.()
  const { id, block, isPublic } = link
  if (workspace && block !== null && id === workspace.page) return `#${block}`
  const post = id === null ? undefined : workspace?.posts.get(id)
  if (post) return addressOf(post)
  return isPublic ? href : null
}

export const postAt = (address: string, workspace: Workspace | undefined) =>
  [...(workspace?.posts.values() ?? [])].find((post) => address.split('#', 1)[0] === addressOf(post))
