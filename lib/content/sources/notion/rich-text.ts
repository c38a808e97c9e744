/** Notion's rich text as Markdown nodes, with its colours, dates and links. */
import type { RichTextItemResponse } from '@notionhq/client'
import type { Link, PhrasingContent } from 'mdast'
import type { Properties } from 'hast'
import { report } from '@/lib/content/content-files'
import type { Picture } from '@/lib/content/render/pictures'
import { type Wrap, wrap } from '@/lib/content/render/markdown'
import type { PostSummary } from '@/lib/contract/content'
import { day } from '@/lib/contract/format'
import { defaultLocale, localPath, type Locale } from '@/lib/locales'
import { paths } from '@/lib/site'

type Post = Pick<PostSummary, 'slug' | 'title' | 'locale'>

/** Published posts by page id, without hyphens. */
export type Posts = ReadonlyMap<string, Post>

/** The page that is converted. */
export type Context = {
  page: string
  /** Of the text. */
  locale: Locale
  posts: Posts
  /** By block id. */
  pictures: Map<string, Omit<Picture, 'alt'>>
  /** Number of invalid blocks and unavailable pictures, which are left out. */
  broken: number
  /** Has links that change with other pages. */
  dependsOnOthers: boolean
}

export const reportSkipped = ({ page }: Context, type: string, name?: string) =>
  report('notion block skipped', { page, type, name })

export const reportMissing = ({ page }: Context, type: string, missing: string) =>
  report('notion block lacks something', { page, type, missing })

export type Span = RichTextItemResponse
type Mention = Extract<Span, { type: 'mention' }>

export const plainTextOf = (rich: Pick<Span, 'plain_text'>[]): string =>
  rich.map(({ plain_text }) => plain_text).join('')

export function toneNames(color: string | undefined): string[] {
  const [, name, ground] = /^([a-z]+)(_background)?$/.exec(color ?? '') ?? []
  return !name || name === 'default' ? [] : [`tone-${name}${ground ? '-ground' : ''}`]
}

export function tone(color: string | undefined): Properties {
  const className = toneNames(color)
  return className.length > 0 ? { className } : {}
}

export const formula = (value: string, kind: 'math-inline' | 'math-display'): Wrap =>
  wrap('code', [{ type: 'text', value }], { className: ['language-math', kind] })

/** Part of a span, with its link. */
type Piece = { nodes: PhrasingContent[]; href: string | null }

const textNodes = (span: Span, value = span.plain_text): PhrasingContent[] =>
  value === '' ? [] : [span.annotations.code ? { type: 'inlineCode', value } : { type: 'text', value }]

/** Keeps line breaks made with Shift+Enter. */
const linesOf = (span: Span): PhrasingContent[] =>
  span.annotations.code
    ? textNodes(span)
    : span.plain_text
        .split('\n')
        .flatMap((line, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...textNodes(span, line)])

/** New types in the SDK are type errors here. */
function pieceOf(span: Span, context: Context): Piece {
  const { href } = span
  switch (span.type) {
    case 'text':
      return { nodes: linesOf(span), href }
    case 'equation': {
      const { expression } = span.equation
      return { nodes: expression.trim() === '' ? [] : [formula(expression, 'math-inline')], href }
    }
    case 'mention':
      return mentionOf(span, context)
    default:
      reportSkipped(context, (span satisfies never as Span).type)
      return { nodes: textNodes(span), href: null }
  }
}

function mentionOf(span: Mention, context: Context): Piece {
  const { mention, href } = span
  const piece = { nodes: textNodes(span), href: null }
  switch (mention.type) {
    case 'date':
      return { ...piece, nodes: dateText(mention.date, context.locale) ?? piece.nodes }
    case 'page':
      return { ...piece, href: `/${plainId(mention.page.id)}` }
    case 'link_preview':
      return { ...piece, href: href ?? mention.link_preview.url }
    case 'link_mention': {
      const { title, href: address } = mention.link_mention
      return { nodes: textNodes(span, title?.trim() || undefined), href: href ?? address }
    }
    case 'template_mention':
      reportMissing(context, mention.type, 'a value: it is a placeholder of a template')
      return piece
    case 'user':
    case 'database':
    case 'custom_emoji':
      return piece
    default:
      mention satisfies never
      return piece
  }
}

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
  const { nodes, href } = pieceOf(span, context)
  const link = href === null ? null : readerLink(href, context)
  return { nodes: nodes.map((node) => withAnnotations(node, span)), href: link?.href ?? null }
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

type NotionDate = Extract<Mention['mention'], { type: 'date' }>['date']

const datePattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/** The zone is named by its city, or by its distance from UTC. */
function timeElement(value: string, zone: string | null, locale: Locale): Wrap | null {
  const [, date, time, offset = ''] = datePattern.exec(value) ?? []
  if (!date || day(date) === '') return null
  const place = zone?.split('/').at(-1)?.replaceAll('_', ' ') ?? offset.replace(/^(?=[+-])/, 'UTC').replace('Z', 'UTC')
  const words = day(date, locale) + (time ? `, ${time}` : '') + (time && place ? ` (${place})` : '')
  return wrap('time', [{ type: 'text', value: words }], { dateTime: time ? `${date}T${time}${offset}` : date })
}

/** A day, a time or a range in words, or null if it has another form. */
export function dateText({ start, end, time_zone: zone }: NotionDate, locale: Locale): PhrasingContent[] | null {
  const first = timeElement(start, zone, locale)
  const last = end ? timeElement(end, zone, locale) : null
  const until = locale === 'en' ? ' to ' : ' – '
  return first && [first, ...(last ? [{ type: 'text', value: until } as const, last] : [])]
}

export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

const hex = '[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}'
const endsInId = new RegExp(`(?:^|[^0-9a-f])(${hex})$`, 'i')

const notionHost = /(?:^|\.)notion\.(?:so|com)$/
/** Everything there belongs to a workspace. */
const privateHost = /^(?:app|files?|img)\.notion\.(?:so|com)$|^prod-files-secure\.|(?:^|\.)notion-static\.com$/
const publishedHost = /\.notion\.site$/

function pageIdIn({ pathname, searchParams }: URL): string | null {
  const places = [searchParams.get('p') ?? '', ...pathname.split('/').toReversed()]
  const pageId = places.map((place) => endsInId.exec(place)?.[1]).find((id) => id !== undefined)
  return pageId === undefined ? null : plainId(pageId)
}

/**
 * A link for readers: published posts have an address here, and other pages of the workspace have none.
 * @returns null if readers cannot open it
 */
export function readerLink(href: string, context: Context): { href: string; title?: string } | null {
  const isRelative = !/^[a-z][a-z\d+.-]*:|^\/\//i.test(href)
  const url = URL.parse(href.trim(), 'https://www.notion.so')
  if (!url || ![notionHost, privateHost, publishedHost].some((host) => host.test(url.hostname))) return { href }
  const id = pageIdIn(url)
  // Our own addresses, and public pages such as Notion's help.
  if (id === null && (isRelative || !privateHost.test(url.hostname))) return { href }
  context.dependsOnOthers = true
  const [, block] = new RegExp(`^#(${hex})$`, 'i').exec(url.hash) ?? []
  if (block && id === plainId(context.page)) return { href: `#${plainId(block)}` }
  const post = context.posts.get(id ?? '')
  if (post) return { href: localPath(paths.post(post.slug), post.locale ?? defaultLocale), title: post.title }
  return publishedHost.test(url.hostname) ? { href } : null
}
