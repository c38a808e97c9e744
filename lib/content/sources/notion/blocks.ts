import type { List, ListItem, PhrasingContent, Root } from 'mdast'
import * as z from 'zod'
import { figureOf, isFigureKind } from '@/lib/content/render/figure'
import { wrap, type Wrap } from '@/lib/content/render/markdown'
import { pictureFigure } from '@/lib/content/render/pictures'
import { paths } from '@/lib/site'
import {
  type Block,
  type BlockType,
  type Content,
  type Context,
  type Converter,
  details,
  type Inner,
  paragraph,
  richText,
  type Span,
  spans,
  text,
  textBlocks,
  toneNames,
  wordsOf,
} from './block-text'
import { addressFor, plainId, postAt } from './workspace-links'

const code = z.object({ rich_text: richText, language: z.string(), caption: richText.default([]) })
const image = z.object({
  type: z.string(),
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
})
const linked = z.object({ url: z.string(), caption: richText.default([]) })

/** A link to an external medium, named by its caption, title or host. A caption with links stands below it. */
function linkTo(url: string, caption: Span[], { block }: Block, context: Context, title = ''): Content[] {
  const address = URL.parse(url, 'https://www.notion.so')?.host ? addressFor(url, context.workspace) : null
  if (address === null || (address === url && !URL.canParse(url))) {
    context.lacks(block.type, url.trim() === '' ? 'an address' : 'an address that readers can open')
    return paragraph(caption, context)
  }
  const post = postAt(address, context.workspace)
  const hasLinks = caption.some(({ href }) => href)
  const named = hasLinks ? '' : wordsOf(caption).trim()
  const name = named || title.trim() || post?.title || (URL.parse(address)?.host ?? address)
  const link: Content = wrap('p', [{ type: 'link', url: address, children: [{ type: 'text', value: name }] }], {
    className: ['bookmark'],
  })
  return hasLinks ? [link, ...paragraph(caption, context)] : [link]
}

const linkBlock: Converter = (payload, block, _, context) => {
  const { url, caption } = linked.parse(payload)
  return linkTo(url, caption, block, context)
}

const media = z.object({
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
  name: z.string().optional(),
})

/** Notion's own files have no lasting address, so only external media are linked. */
const medium: Converter = (payload, block, _, context) => {
  const { external, caption, name } = media.parse(payload)
  if (external) return linkTo(external.url, caption, block, context, name)
  context.skip(block.block.type)
  return paragraph(caption, context)
}

const captionOf = (caption: Span[], context: Context): PhrasingContent[] =>
  wordsOf(caption).trim() === '' ? [] : spans(caption, context)

const mediaBlocks = {
  code: (payload, _block, _inner, context) => {
    const { rich_text, language, caption } = code.parse(payload)
    const value = wordsOf(rich_text)
    const [name = '', ...lines] = value.split('\n')
    const kind = name.trim()
    if (language === 'plain text' && isFigureKind(kind) && lines.some((line) => line.trim() !== ''))
      return [figureOf(kind, lines.join('\n'))]
    const lang = language === 'plain text' ? null : language.replaceAll(' ', '-')
    const words = captionOf(caption, context)
    const node: Content = { type: 'code', lang, value }
    return words.length > 0 ? [wrap('figure', [node, wrap('figcaption', words)], { className: ['listing'] })] : [node]
  },
  image: (payload, block, _, context) => {
    const { external, caption } = image.parse(payload)
    const picture = context.pictures.get(block.block.id)
    const words = captionOf(caption, context)
    if (picture) {
      const alt = wordsOf(caption).trim()
      if (alt === '') context.lacks('image', 'a caption, which is its words for people who do not see it')
      return [pictureFigure({ ...picture, alt }, words)]
    }
    if (external) return linkTo(external.url, caption, block, context)
    return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
  },
  audio: medium,
  bookmark: linkBlock,
  embed: linkBlock,
  file: medium,
  link_preview: linkBlock,
  pdf: medium,
  video: medium,
} satisfies Partial<Record<BlockType, Converter>>

const todo = text.extend({ checked: z.boolean() })
const numbered = z.object({
  list_start_index: z.number().int().nonnegative().nullish(),
  list_format: z.enum(['numbers', 'letters', 'roman']).nullish().catch(null),
})
/** The `type` of an `ol`. */
const listTypes = { numbers: undefined, letters: 'a', roman: 'i' } as const
const ordered: Record<string, boolean> = { bulleted_list_item: false, numbered_list_item: true, to_do: false }

type Entry = { kind: string; item: ListItem; start: number | null; type: 'a' | 'i' | undefined }

function entryOf({ block, children }: Block, inner: Inner, context: Context): Entry | null {
  if (!Object.hasOwn(ordered, block.type)) return null
  const payload: unknown = (block as unknown as Record<string, unknown>)[block.type]
  const { rich_text, color } = text.parse(payload)
  const checked = block.type === 'to_do' ? todo.parse(payload).checked : null
  const line: Content[] = wordsOf(rich_text) ? [{ type: 'paragraph', children: spans(rich_text, context) }] : []
  const more = inner(children)
  // Only a paragraph below makes an item loose; a nested list does not.
  const spread = more.some(({ type }) => type === 'paragraph')
  const item: ListItem = { type: 'listItem', checked, spread, children: [...line, ...more] }
  const className = toneNames(color)
  if (className.length > 0) {
    item.data = { hProperties: { className: checked === null ? className : ['task-list-item', ...className] } }
  }
  const { list_start_index: start = null, list_format: format } = numbered.parse(payload)
  return { kind: block.type, item, start, type: listTypes[format ?? 'numbers'] }
}

function listOf({ kind, item, start, type }: Entry): List {
  const list: List = { type: 'list', ordered: ordered[kind] ?? false, start, spread: false, children: [item] }
  return type === undefined ? list : { ...list, data: { hProperties: { type } } }
}

/** Whether an item continues the list above. An unexpected number begins another list. */
function goesOn({ start, type }: Entry, list: List): boolean {
  const first = list.start ?? 1
  const isNext = start === null || start === first || start === first + list.children.length
  return isNext && (type === undefined || type === list.data?.hProperties?.type)
}

const table = z.object({ has_column_header: z.boolean().default(false), has_row_header: z.boolean().default(false) })
const row = z.object({ cells: z.array(richText) })

const tableBlock: Converter = (payload, { children }, _, context) => {
  const { has_column_header, has_row_header } = table.parse(payload)
  const rows = children.map(({ block }, down): Wrap => {
    const { cells } = row.parse('table_row' in block ? block.table_row : undefined)
    const isHead = has_column_header && down === 0
    return wrap(
      'tr',
      cells.map((cell, across) => {
        if (isHead) return wrap('th', spans(cell, context), { scope: 'col' })
        return has_row_header && across === 0
          ? wrap('th', spans(cell, context), { scope: 'row' })
          : wrap('td', spans(cell, context))
      }),
    )
  })
  if (rows.length === 0) return []
  const [head, body] = has_column_header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows]
  const parts = [...(head.length > 0 ? [wrap('thead', head)] : []), ...(body.length > 0 ? [wrap('tbody', body)] : [])]
  return [wrap('table', parts)]
}

export type { Block, Context }

/** Left out with their children, and reported. */
const skipped: Converter = (payload, { block }, _, context) => {
  const { success, data } = z.object({ block_type: z.string() }).safeParse(payload)
  if (success) context.skip(block.type, data.block_type)
  else context.skip(block.type)
  return []
}

/** Shows the page only if it is a post. */
const pageLink: Converter = (payload, entry, inner, context) => {
  const { success, data } = z.object({ page_id: z.string() }).safeParse(payload)
  const post = context.workspace?.posts.get(plainId(success ? data.page_id : entry.block.id))
  if (!post) return skipped(payload, entry, inner, context)
  const link: Content = {
    type: 'link',
    url: paths.post(post.slug),
    children: [{ type: 'text', value: post.title }],
  } as never
  return [wrap('p', [link], { className: ['bookmark'] })]
}

/** Each tab is a paragraph with children. */
const tabs: Converter = (_, { children }, inner, context) =>
  children.flatMap((tab) => {
    const { success, data } = text.safeParse('paragraph' in tab.block ? tab.block.paragraph : undefined)
    if (!success || tab.children.length === 0) return inner([tab])
    return [details([wrap('span', spans(data.rich_text, context))], inner(tab.children))]
  })

const list: Converter = () => []

/** New types in the SDK are type errors here. docs/blog.md lists how each is shown. */
export const converters = {
  ...textBlocks,
  ...mediaBlocks,
  bulleted_list_item: list,
  numbered_list_item: list,
  to_do: list,
  table: tableBlock,
  synced_block: (_, { children }, inner) => inner(children),
  column_list: (_, { children }, inner) => [
    wrap(
      'div',
      children.map((column) => wrap('div', inner(column.children), { className: ['column'] })),
      { className: ['columns'] },
    ),
  ],
  column: (_, { children }, inner) => inner(children),
  tab: tabs,
  child_page: pageLink,
  child_database: skipped,
  link_to_page: pageLink,
  breadcrumb: skipped,
  table_of_contents: skipped,
  table_row: skipped,
  template: skipped,
  meeting_notes: skipped,
  transcription: skipped,
  unsupported: (payload, block, inner, context) => [
    ...skipped(payload, block, inner, context),
    ...inner(block.children),
  ],
} satisfies Record<BlockType, Converter>

/** Blocks whose children are not requested. */
export const closed: ReadonlySet<string> = new Set<BlockType>([
  'child_page',
  'child_database',
  'link_to_page',
  'meeting_notes',
  'transcription',
  'template',
])

/** Links to a block lead to its first element. */
function withId(content: Content[], { id }: Block['block']): Content[] {
  const [first] = content
  if (first && first.type !== 'made') {
    first.data = { ...first.data, hProperties: { ...first.data?.hProperties, id: plainId(id) } } as typeof first.data
  }
  return content
}

function contentOf(blocks: Block[], context: Context): Content[] {
  const inner = (children: Block[]) => contentOf(children, context)
  const content: Content[] = []
  let kind: string | null = null
  for (const entry of blocks) {
    const { type } = entry.block
    try {
      const item = entryOf(entry, inner, context)
      // A tick needs words that name it.
      if (item?.kind === 'to_do' && item.item.children.length === 0) continue
      const last = content.at(-1)
      if (item) withId([item.item as never], entry.block)
      if (item && item.kind === kind && last?.type === 'list' && goesOn(item, last)) last.children.push(item.item)
      else if (item) content.push(listOf(item))
      else if (Object.hasOwn(converters, type)) {
        const payload: unknown = (entry.block as unknown as Record<string, unknown>)[type]
        content.push(...withId(converters[type](payload, entry, inner, context), entry.block))
      } else {
        context.skip(type)
        // Unknown blocks may contain known ones.
        content.push(...inner(entry.children))
      }
      kind = item?.kind ?? null
    } catch (error) {
      context.broken(type, error)
    }
  }
  return content
}

/** Notion blocks as a Markdown tree. Unknown blocks are reported to `skip`, invalid ones to `broken`. */
export function treeOf(blocks: Block[], context: Context): Root {
  return { type: 'root', children: contentOf(blocks, context) }
}
