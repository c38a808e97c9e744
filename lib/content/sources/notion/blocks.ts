import type { List, ListItem, PhrasingContent, Root } from 'mdast'
import * as z from 'zod'
import { createFigure, isFigureKind } from '@/lib/content/render/figure'
import { wrap, type Wrap } from '@/lib/content/render/markdown'
import { pictureFigure } from '@/lib/content/render/pictures'
import {
  type Block,
  type BlockType,
  type Content,
  type Context,
  type ConvertChildren,
  type Converter,
  type Span,
  addressOf,
  convertSpans,
  details,
  paragraph,
  plainId,
  plainTextOf,
  postAt,
  readerAddress,
  richText,
  text,
  textBlocks,
  toneNames,
} from './block-text'

const code = z.object({ rich_text: richText, language: z.string(), caption: richText.default([]) })
const image = z.object({
  type: z.string(),
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
})
const linkPayload = z.object({ url: z.string(), caption: richText.default([]) })

/** A link to an external medium, named by its caption, title or host. A caption with links stands below it. */
function linkTo(url: string, caption: Span[], { block }: Block, context: Context, title = ''): Content[] {
  const address = URL.parse(url, 'https://www.notion.so')?.host ? readerAddress(url, context) : null
  if (address === null || (address === url && !URL.canParse(url))) {
    context.reportMissing(block.type, url.trim() === '' ? 'an address' : 'an address that readers can open')
    return paragraph(caption, context)
  }
  const post = postAt(address, context.workspace)
  const hasLinks = caption.some(({ href }) => href)
  const captionText = hasLinks ? '' : plainTextOf(caption).trim()
  const name = captionText || title.trim() || post?.title || (URL.parse(address)?.host ?? address)
  const link: Content = wrap('p', [{ type: 'link', url: address, children: [{ type: 'text', value: name }] }], {
    className: ['bookmark'],
  })
  return hasLinks ? [link, ...paragraph(caption, context)] : [link]
}

const linkBlock: Converter = (payload, block, _, context) => {
  const { url, caption } = linkPayload.parse(payload)
  return linkTo(url, caption, block, context)
}

const media = z.object({
  external: z.object({ url: z.string() }).optional(),
  caption: richText.default([]),
  name: z.string().optional(),
})

/** Notion's own files have no lasting address, so only external media are linked. */
const mediaBlock: Converter = (payload, block, _, context) => {
  const { external, caption, name } = media.parse(payload)
  if (external) return linkTo(external.url, caption, block, context, name)
  context.reportSkipped(block.block.type)
  return paragraph(caption, context)
}

const captionOf = (caption: Span[], context: Context): PhrasingContent[] =>
  plainTextOf(caption).trim() === '' ? [] : convertSpans(caption, context)

const mediaBlocks = {
  code: (payload, _block, _convertChildren, context) => {
    const { rich_text, language, caption } = code.parse(payload)
    const value = plainTextOf(rich_text)
    const [name = '', ...lines] = value.split('\n')
    const kind = name.trim()
    if (language === 'plain text' && isFigureKind(kind) && lines.some((line) => line.trim() !== ''))
      return [createFigure(kind, lines.join('\n'))]
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
      const alt = plainTextOf(caption).trim()
      if (alt === '') context.reportMissing('image', 'a caption, which is also its alt text')
      return [pictureFigure({ ...picture, alt }, words)]
    }
    if (external) return linkTo(external.url, caption, block, context)
    return words.length > 0 ? [{ type: 'paragraph', children: words }] : []
  },
  audio: mediaBlock,
  bookmark: linkBlock,
  embed: linkBlock,
  file: mediaBlock,
  link_preview: linkBlock,
  pdf: mediaBlock,
  video: mediaBlock,
} satisfies Partial<Record<BlockType, Converter>>

const todo = text.extend({ checked: z.boolean() })
const numbered = z.object({
  list_start_index: z.number().int().nonnegative().nullish(),
  list_format: z.enum(['numbers', 'letters', 'roman']).nullish().catch(null),
})
/** The `type` of an `ol`. */
const listTypes = { numbers: undefined, letters: 'a', roman: 'i' } as const
const isOrderedList: Record<string, boolean> = { bulleted_list_item: false, numbered_list_item: true, to_do: false }

type ListEntry = { kind: string; item: ListItem; start: number | null; type: 'a' | 'i' | undefined }

function listEntryOf({ block, children }: Block, convertChildren: ConvertChildren, context: Context): ListEntry | null {
  if (!Object.hasOwn(isOrderedList, block.type)) return null
  const payload: unknown = (block as unknown as Record<string, unknown>)[block.type]
  const { rich_text, color } = text.parse(payload)
  const checked = block.type === 'to_do' ? todo.parse(payload).checked : null
  const line: Content[] = plainTextOf(rich_text)
    ? [{ type: 'paragraph', children: convertSpans(rich_text, context) }]
    : []
  const more = convertChildren(children)
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

function listOf({ kind, item, start, type }: ListEntry): List {
  const list: List = { type: 'list', ordered: isOrderedList[kind] ?? false, start, spread: false, children: [item] }
  return type === undefined ? list : { ...list, data: { hProperties: { type } } }
}

/** Whether an item continues the list above. An unexpected number begins another list. */
function continuesList({ start, type }: ListEntry, list: List): boolean {
  const first = list.start ?? 1
  const isNext = start === null || start === first || start === first + list.children.length
  return isNext && (type === undefined || type === list.data?.hProperties?.type)
}

const table = z.object({ has_column_header: z.boolean().default(false), has_row_header: z.boolean().default(false) })
const row = z.object({ cells: z.array(richText) })

const tableBlock: Converter = (payload, { children }, _, context) => {
  const { has_column_header, has_row_header } = table.parse(payload)
  const rows = children.map(({ block }, rowIndex): Wrap => {
    const { cells } = row.parse('table_row' in block ? block.table_row : undefined)
    const isHead = has_column_header && rowIndex === 0
    return wrap(
      'tr',
      cells.map((cell, columnIndex) => {
        if (isHead) return wrap('th', convertSpans(cell, context), { scope: 'col' })
        return has_row_header && columnIndex === 0
          ? wrap('th', convertSpans(cell, context), { scope: 'row' })
          : wrap('td', convertSpans(cell, context))
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
const skipBlock: Converter = (payload, { block }, _, context) => {
  const { success, data } = z.object({ block_type: z.string() }).safeParse(payload)
  if (success) context.reportSkipped(block.type, data.block_type)
  else context.reportSkipped(block.type)
  return []
}

/** Shows the page only if it is a post. */
const pageLink: Converter = (payload, entry, convertChildren, context) => {
  const { success, data } = z.object({ page_id: z.string() }).safeParse(payload)
  context.reportDependency?.()
  const post = context.workspace?.posts.get(plainId(success ? data.page_id : entry.block.id))
  if (!post) return skipBlock(payload, entry, convertChildren, context)
  const link: Content = {
    type: 'link',
    url: addressOf(post),
    children: [{ type: 'text', value: post.title }],
  } as never
  return [wrap('p', [link], { className: ['bookmark'] })]
}

/** Each tab is a paragraph with children. */
const tabs: Converter = (_, { children }, convertChildren, context) =>
  children.flatMap((tab) => {
    const { success, data } = text.safeParse('paragraph' in tab.block ? tab.block.paragraph : undefined)
    if (!success || tab.children.length === 0) return convertChildren([tab])
    return [details([wrap('span', convertSpans(data.rich_text, context))], convertChildren(tab.children))]
  })

const partOfList: Converter = () => []

/** New types in the SDK are type errors here. docs/blog.md lists how each is shown. */
export const converters = {
  ...textBlocks,
  ...mediaBlocks,
  bulleted_list_item: partOfList,
  numbered_list_item: partOfList,
  to_do: partOfList,
  table: tableBlock,
  synced_block: (_, { children }, convertChildren) => convertChildren(children),
  column_list: (_, { children }, convertChildren) => [
    wrap(
      'div',
      children.map((column) => wrap('div', convertChildren(column.children), { className: ['column'] })),
      { className: ['columns'] },
    ),
  ],
  column: (_, { children }, convertChildren) => convertChildren(children),
  tab: tabs,
  child_page: pageLink,
  child_database: skipBlock,
  link_to_page: pageLink,
  breadcrumb: skipBlock,
  table_of_contents: skipBlock,
  table_row: skipBlock,
  template: skipBlock,
  meeting_notes: skipBlock,
  transcription: skipBlock,
  unsupported: (payload, block, convertChildren, context) => [
    ...skipBlock(payload, block, convertChildren, context),
    ...convertChildren(block.children),
  ],
} satisfies Record<BlockType, Converter>

/** Blocks whose children are not requested. */
export const typesWithoutChildren: ReadonlySet<string> = new Set<BlockType>([
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
  if (first && first.type !== 'inserted') {
    first.data = { ...first.data, hProperties: { ...first.data?.hProperties, id: plainId(id) } } as typeof first.data
  }
  return content
}

function convertBlocks(blocks: Block[], context: Context): Content[] {
  const convertChildren = (children: Block[]) => convertBlocks(children, context)
  const content: Content[] = []
  let kind: string | null = null
  for (const entry of blocks) {
    const { type } = entry.block
    try {
      const item = listEntryOf(entry, convertChildren, context)
      // A tick needs words that name it.
      if (item?.kind === 'to_do' && item.item.children.length === 0) continue
      const last = content.at(-1)
      if (item) withId([item.item as never], entry.block)
      if (item && item.kind === kind && last?.type === 'list' && continuesList(item, last))
        last.children.push(item.item)
      else if (item) content.push(listOf(item))
      else if (Object.hasOwn(converters, type)) {
        const payload: unknown = (entry.block as unknown as Record<string, unknown>)[type]
        content.push(...withId(converters[type](payload, entry, convertChildren, context), entry.block))
      } else {
        context.reportSkipped(type)
        // Unknown blocks may contain known ones.
        content.push(...convertChildren(entry.children))
      }
      kind = item?.kind ?? null
    } catch (error) {
      context.reportBroken(type, error)
    }
  }
  return content
}

/** Notion blocks as a Markdown tree. Unknown blocks are reported to `reportSkipped`, invalid ones to `reportBroken`. */
export function blocksToTree(blocks: Block[], context: Context): Root {
  return { type: 'root', children: convertBlocks(blocks, context) }
}
